import { LANGUAGES } from "../../lib/contract/languages";
import { button, expect, ready, test } from "./support/journey";

const PASSWORD = "four quiet yellow boats";

test("settings have their effect, and the language changes", { tag: "@sample" }, async ({
  page,
  tag,
  t,
  look,
  watched,
}) => {
  await page.goto("/settings");
  await ready(page);
  await look("settings");
  await page
    .getByRole("radio", { name: t("theme.dark"), exact: true })
    .last()
    .check();
  await page.getByRole("radio", { name: t("search-form.moderate"), exact: true }).check();
  await button(page, t("settings.save")).click();
  await expect(page.getByText(t("settings.saved"), { exact: true })).toBeVisible();
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "dark");
  await ready(page);
  await look("settings-saved");
  await page.getByRole("searchbox").fill("sea");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=sea&safesearch=moderate");

  // Next renders these in the browser alone. A shared link has its content behind the "#".
  for (const [path, state] of [
    ["/library/no-such-picture", "not-found"],
    ["/collections/shared#1.x", "shared-broken"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await look(state);
  }
  // The switch would lose what is behind the "#".
  await expect(button(page, LANGUAGES.en)).toHaveCount(0);
  expect(watched.complaints.splice(0)).toEqual([expect.stringContaining("404 (Not Found)")]);

  const other = tag === "en" ? "de" : "en";
  await page.goto("/settings");
  await ready(page);
  await button(page, LANGUAGES[other]).click();
  await expect(html).toHaveAttribute("lang", other);
  await expect(page).toHaveURL("/settings");
  await page.goto(`/search?q=sea&lang=${tag}`);
  await expect(page).toHaveURL("/search?q=sea");
  await expect(html).toHaveAttribute("lang", tag);
});

test("a visitor signs up, and creates a key that is shown once", async ({
  page,
  tag,
  t,
  isNarrow,
  look,
}) => {
  await page.goto("/sign-in");
  const email = `${tag}-${isNarrow}@example.com`;
  const fill = async () => {
    await page.getByLabel(t("sign-in.email"), { exact: true }).fill(email);
    await page.getByLabel(t("sign-in.password")).fill(PASSWORD);
    await page.locator("main form button[type=submit]").click();
  };
  await fill();
  await expect(page.getByText(t("sign-in.problem.wrong"))).toBeVisible();
  await look("sign-in-wrong");
  await page.getByRole("link", { name: t("sign-in.signUp"), exact: true }).click();
  await expect(page.getByText(t("sign-in.signUpIntro"))).toBeVisible();
  await look("sign-up");
  await fill();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("account.title"));
  await look("account-new");

  const form = page.locator("form[action='/account/keys']");
  await page
    .locator("summary", { hasText: t("account.createKey") })
    .first()
    .click();
  await form.getByLabel(t("account.keyName"), { exact: true }).fill("Layout import");
  await form.getByLabel(t("account.sites"), { exact: true }).fill("not a host/");
  await button(form, t("account.createKey")).click();
  await expect(
    page.getByRole("alert").filter({ hasText: t("key-problem.invalid-site") }),
  ).toBeVisible();
  await look("key-refused");
  await form.getByLabel(t("account.sites"), { exact: true }).fill("");
  await button(form, t("account.createKey")).click();
  await expect(page.getByText(t("account.keyReady", { name: "Layout import" }))).toBeVisible();
  const key = page.getByLabel(t("account.newKey"), { exact: true });
  await expect(key).toHaveText(/^vt_live_[0-9A-Za-z]{36}$/);
  await look("key");
  await page.reload();
  await expect(key).toHaveCount(0);
  await expect(page.getByText("Layout import").first()).toBeVisible();
  await look("account");
});
