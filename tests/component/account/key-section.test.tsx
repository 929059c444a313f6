import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { KeySection } from "@/components/account/key-section";
import type { ApiKey } from "@/lib/contract/account";
import { A_PLAN } from "@/tests/support/accounts/accounts";

const text = "The old key cannot keep working. Choose “no time”.";

test("a plan that is full still shows why a key was not rotated, and offers what the text names", () => {
  const key: ApiKey = {
    ...{ id: "key-1", account: "account-1", name: "A key", note: "", prefix: "vt_live_9f3k" },
    ...{ scopes: ["search"], sites: [], createdAtMs: 0, expiresAtMs: null, lastUsedAtMs: null },
    ...{ revokedAtMs: null, state: "active" },
  };
  render(
    <KeySection
      keys={{ keys: [key], count: 1, usableCount: 1, page: 1, pageCount: 1 }}
      plan={{ ...A_PLAN, keysMax: 1 }}
      nowMs={0}
      notice={{ kind: "problem", isNew: false, text, values: {} }}
    />,
  );
  expect(screen.getByRole("alert")).toHaveTextContent(text);
  expect(screen.getByLabelText(/^no time/)).toHaveAttribute("value", "0");
  expect(screen.queryByText("Create a key")).toBeNull();
});
