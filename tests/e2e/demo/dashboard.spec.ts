import { expect, type Locator, test } from "@playwright/test";
import { findViolations } from "../support/axe";
import { OPERATOR_PASSWORD, signInAsOperator } from "../support/operator-session";

const PAGES = [
  "/account",
  "/console",
  "/console/activity",
  "/console/accounts",
  "/console/keys",
  "/console/library",
  "/console/thumbnails",
  "/console/reports",
  "/console/audit?verify=1",
];

const installation = (address: string | undefined) => ({
  dataDir: "test-results/installations/demo",
  address: address ?? "",
});

/** The rules that depend on the theme. */
const THEME_RULES = ["color-contrast", "link-in-text-block"];

test("without JavaScript, a key is created and revoked, and the password changed", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  await signInAsOperator(context, installation(baseURL));
  const page = await context.newPage();
  // Forms lead to /account#keys. When its style sheets have arrived, the browser goes to the fragment and
  // takes the focus from a control that already has it. A hover waits for two frames after that.
  const waitForFragment = async (control: Locator) => {
    await page.waitForLoadState();
    await control.hover();
  };
  await page.goto("/account");
  await page.locator("summary", { hasText: "Create a key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Nightly check");
  await page.getByLabel("Allowed sites").fill("not a host/");
  await page.getByRole("button", { name: "Create a key" }).click();
  await expect(page.getByRole("alert")).toContainText("host name");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nightly check");
  await waitForFragment(page.getByLabel("Allowed sites"));
  await page.getByLabel("Allowed sites").fill("");
  await page.getByRole("button", { name: "Create a key" }).click();

  const text = (await page.getByLabel("New key").textContent()) ?? "";
  expect(text).toMatch(/^vt_live_[0-9A-Za-z]{36}$/);
  expect(page.url()).not.toContain("vt_");
  const answered = await page.request.get("/v1/search?q=sea", { headers: { "x-api-key": text } });
  expect(answered.status()).toBe(200);
  await expect(page.getByText(`--header "X-API-Key: ${text}"`)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("New key")).toHaveCount(0);

  const status = async () =>
    (await page.request.get("/v1/search?q=sea", { headers: { "x-api-key": text } })).status();
  for (const [isDisabled, expected] of [
    [true, 401],
    [false, 200],
  ] as const) {
    await page.getByRole("button", { name: "Edit Nightly check" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Note").fill("Runs at night");
    await form.getByRole("checkbox").setChecked(isDisabled);
    // In the second round, the text of the first is there already.
    const saved = page.waitForEvent("load");
    await form.getByRole("button", { name: "Save" }).click();
    await saved;
    await expect(page.getByText("“Nightly check” is saved")).toBeVisible();
    expect(await status()).toBe(expected);
  }
  await page.locator("summary", { hasText: "By key" }).click();
  await expect(page.getByRole("table", { name: "By key" })).toContainText("Nightly check");

  await page.getByRole("button", { name: "Rotate Nightly check" }).click();
  await page.getByLabel("no time: it stops at once").check();
  await page.getByRole("button", { name: "Rotate the key" }).click();
  await expect(page.getByLabel("New key")).not.toHaveText(text);
  const refused = await page.request.get("/v1/search?q=sea", { headers: { "x-api-key": text } });
  expect(refused.status()).toBe(401);
  const refusedId = refused.headers()["x-request-id"] ?? "";

  const revoke = page.getByRole("button", { name: "Revoke Nightly check" });
  const form = page.getByRole("dialog");
  await waitForFragment(revoke);
  await revoke.press("Enter");
  await expect(form.getByRole("heading")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(revoke).toBeFocused();
  await revoke.click();
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await expect(page.getByText("“Nightly check” is revoked")).toBeVisible();

  // A month without complete figures is not shown.
  await page.goto("/account?month=2020-01");
  await expect(page.getByRole("heading", { name: /^Usage in/ })).not.toContainText("2020");

  await page.goto("/console/activity");
  await expect(page.getByRole("img", { name: /^Requests from/ })).toHaveCount(2);
  await page.locator("summary", { hasText: "As a table" }).first().click();
  await expect(page.getByRole("table", { name: "Last hour", exact: true })).toBeVisible();
  await page.getByRole("searchbox", { name: "Request id" }).fill(refusedId);
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByText("GET /v1/search", { exact: true })).toBeVisible();
  await expect(page.getByText(/^401 \w+$/)).toBeVisible();

  const passwordForm = page.locator("form[action='/account/password']");
  await page.goto("/console/accounts");
  await page.getByRole("searchbox", { name: "Search by e-mail" }).fill("OPERATOR-");
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("usage");
  await page.getByRole("button", { name: "Search", exact: true }).press("Enter");
  await expect(page).toHaveURL(/\?q=OPERATOR-&sort=usage$/);
  await page.locator("main table a").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("operator-");
  await page.getByRole("combobox", { name: "Plan" }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("is changed")).toBeVisible();
  await page.getByRole("link", { name: "All events" }).click();
  await expect(page.getByRole("cell", { name: "plan.changed" }).first()).toBeVisible();
  await page.goto("/account");

  const changePassword = async (present: string) => {
    await passwordForm.getByLabel("Current password").fill(present);
    await passwordForm.getByLabel("New password").fill("five slow green trains");
    await passwordForm.getByRole("button", { name: "Change the password" }).click();
  };
  await page.locator("summary", { hasText: "Change the password" }).click();
  await changePassword("not the password");
  await expect(page.getByRole("alert")).toContainText("current password is wrong");
  await changePassword(OPERATOR_PASSWORD);
  await expect(page.getByText("The password is changed")).toBeVisible();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByLabel("E-mail").fill("unknown@example.com");
  await page.getByLabel("Password").fill("not a password");
  await page.locator("main form button[type=submit]").click();
  await expect(page.getByRole("alert")).toContainText("wrong");
  await expect(page.getByLabel("E-mail")).toHaveValue("unknown@example.com");
  await expect(page.getByLabel("Password")).toBeFocused();
  await context.close();
});

test("axe finds nothing on account and console, which fit every width", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  await signInAsOperator(context, installation(baseURL));
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", ({ message }) => complaints.push(message));
  await page.goto("/console/accounts?q=operator-&sort=email");
  const ownPage = await page.locator("main table a").first().getAttribute("href");
  for (const path of [...PAGES, ownPage ?? ""]) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    expect([path, await findViolations(page)]).toEqual([path, []]);
    await page.emulateMedia({ colorScheme: "dark" });
    for (const width of [1920, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const overflowPx = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect([path, width, overflowPx]).toEqual([path, width, 0]);
    }
    expect([path, await findViolations(page, { rules: THEME_RULES })]).toEqual([path, []]);
  }
  expect(complaints).toEqual([]);
  await context.close();
});
