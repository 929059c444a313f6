import { expect, type Page, test } from "@playwright/test";
import { ready } from "../support/ready";

const SCRIPTS = "**/_next/static/chunks/**";

/** Refuses scripts, as without a connection, until the returned function is called. */
async function loseConnection(page: Page): Promise<() => Promise<void>> {
  await page.route(SCRIPTS, (route) => route.abort());
  return () => page.unroute(SCRIPTS);
}

test("a dialog whose code cannot be loaded is reported; the second try opens it and returns the focus", async ({
  page,
}) => {
  await page.goto("/search?q=sea");
  await ready(page);
  const link = page.locator("[data-image-id] > a").first();
  await link.focus();
  const connect = await loseConnection(page);
  await page.keyboard.press("s");
  await expect(page.getByText("This part of the page couldn’t load.").last()).toBeVisible();
  await connect();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: "Save 1 image" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(link).toBeFocused();
});

test("tools whose code is missing when the browser is idle load at the visitor's next act", async ({
  page,
}) => {
  // Scripts that the document names arrive; those that it asks for later do not.
  let isLost = true;
  const named = new Set<string>();
  await page.route("**/search?*", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    for (const [path] of html.matchAll(/\/_next\/static\/chunks\/[^"'\\]+/g)) named.add(path);
    await route.fulfill({ response, body: html });
  });
  let refusedCount = 0;
  await page.route(SCRIPTS, (route) => {
    const { pathname } = new URL(route.request().url());
    if (!isLost || named.has(pathname)) return route.continue();
    refusedCount++;
    return route.abort();
  });
  await page.goto("/search?q=sea");
  await ready(page);
  expect(refusedCount).toBeGreaterThan(0);
  isLost = false;
  const box = page.locator("[data-image-id] > [type=checkbox]").first();
  await page.keyboard.press("Shift");
  await expect(async () => {
    await box.check();
    await expect(page.getByRole("region", { name: "Selection" })).toBeVisible({ timeout: 1000 });
  }).toPass();
});
