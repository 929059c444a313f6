import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AccountsPage } from "@/components/console/accounts-page";
import { A_LARGER_PLAN, A_PLAN } from "@/tests/support/accounts/accounts";

test("a refused invitation comes back as it was filled in", () => {
  render(
    <AccountsPage
      accounts={[]}
      list={{ page: 1, pageCount: 1, count: 0, text: "", sort: "newest" }}
      invitations={[]}
      plans={[A_PLAN, A_LARGER_PLAN]}
      nowMs={0}
      done={null}
      link={null}
      refused={{ email: "ada@", plan: A_LARGER_PLAN.id, role: "operator" }}
    />,
  );
  expect(screen.getByLabelText("E-mail")).toHaveFocus();
  expect(screen.getByLabelText("E-mail")).toHaveValue("ada@");
  expect(screen.getByLabelText("Plan")).toHaveValue(A_LARGER_PLAN.id);
  expect(screen.getByLabelText("Role")).toHaveValue("operator");
});
