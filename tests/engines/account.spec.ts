import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { expect, installation, test } from "./support/journey";
import type { Visitor } from "./support/visitor";

const run = promisify(execFile);

const PASSWORD = "four quiet yellow boats";

/** Fills the form of an account; a new one for each engine. */
async function signUp(visitor: Visitor): Promise<void> {
  const email = `${visitor.engine}-${randomUUID().slice(0, 8)}@example.com`;
  await visitor.fill("main input[type=email]", null, email);
  await visitor.fill("main input[type=password]", null, PASSWORD);
  await visitor.click("main form button[type=submit]");
  await visitor.arrives("/account");
}

test("settings are saved: the theme applies, and a search has the filters", async ({ visitor }) => {
  await visitor.open("/settings");
  // Each group's title is below the group's line; WebKit once put it in place of the line.
  const gaps = await visitor.read(() =>
    [...document.querySelectorAll("main form > fieldset")].map(
      (group) =>
        (group.firstElementChild?.getBoundingClientRect().top ?? 0) -
        group.getBoundingClientRect().top,
    ),
  );
  expect(gaps).toHaveLength(2);
  expect(Math.min(...gaps)).toBeGreaterThan(8);
  await visitor.click("label", "Dark");
  await visitor.click("label", "Moderate");
  await visitor.click("main button[type=submit]", "Save");
  await visitor.sees("Your settings are saved");
  expect(await visitor.read(() => document.documentElement.dataset.theme)).toBe("dark");
  await visitor.untilReady();
  await visitor.fill("input[type=search]", null, "mountain");
  await visitor.press("Enter");
  await visitor.arrives("/search?q=mountain&safesearch=moderate");
});

test("a visitor signs up, creates a key and copies it; another's page is our own 404", async ({
  visitor,
}) => {
  await visitor.open("/sign-up");
  await signUp(visitor);
  await visitor.click("summary", "Create a key");
  await visitor.fill("#key-name", null, "Layout import");
  await visitor.click("form[action='/account/keys'] button[type=submit]", "Create a key");
  await visitor.sees("Copy it now: it is shown once.");
  await visitor.click("button", "Copy key");
  await visitor.sees("Copied");
  expect(await visitor.pasted()).toMatch(/^vt_live_[0-9A-Za-z]{36}$/);

  // This page loads no tools, so it never says that they are ready.
  await visitor.goTo(`${visitor.origin}/console`);
  await visitor.sees("Page not found");
  // Next's own page has one, which the content security policy forbids.
  const styles = await visitor.read(() => document.querySelectorAll("body style").length);
  expect(styles).toBe(0);
});

test("an operator invites a person in the console", async ({ visitor }) => {
  const { dataDir, origin } = installation();
  const env = { ...process.env, VITRINE_DATA_DIR: dataDir, PORT: new URL(origin).port };
  const { stdout } = await run(process.execPath, [".programs/accounts.mjs", "operator"], { env });
  await visitor.open(stdout.split("\n")[0] ?? "");
  await signUp(visitor);
  await visitor.open("/console/accounts");
  await visitor.click("summary", "Invite");
  const guest = `guest-of-${visitor.engine}@example.com`;
  await visitor.fill("details input[type=email]", null, guest);
  await visitor.click("button", "Create the link");
  await visitor.sees("The invitation is ready.");
  await visitor.sees(guest);
});
