import { render, screen } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EmailField, PasswordField } from "@/components/account/sign-in-fields";

const fields = (problem: string | null) => (
  <>
    <EmailField name="email" label="Email" value="" autoComplete="username" problem={null} />
    <PasswordField name="password" label="Password" isNew={false} problem={problem} />
  </>
);

test("a form that comes back has the focus in the field with the problem, which describes it", () => {
  render(fields("That password is wrong."));
  expect(screen.getByLabelText("Password")).toHaveFocus();
  expect(screen.getByLabelText("Password")).toHaveAccessibleDescription("That password is wrong.");
  // Also without scripts.
  expect(renderToStaticMarkup(fields("Wrong."))).toMatch(
    /autofocus=""[^>]*name="password"|name="password"[^>]*autofocus=""/i,
  );
  expect(renderToStaticMarkup(fields(null))).not.toContain("autofocus");
});
