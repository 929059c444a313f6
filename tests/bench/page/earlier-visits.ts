import type { Page } from "playwright";

/** Opens the gallery's page once, to its end, so that the browser has cached what it may. */
export async function visitBefore(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
}

/**
 * Saves an image to a collection, so that the browser gets the service worker (decision 86), and empties
 * the HTTP cache: the visit that follows differs from a first one by the worker alone.
 */
export async function installWorker(page: Page, url: string): Promise<void> {
  await visitBefore(page, url);
  await page.locator("[data-image-id] input").first().check({ force: true });
  await page.getByRole("button", { name: "Save to collection" }).click();
  await page.getByLabel("New collection").fill("Bench");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "Open", exact: true }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForLoadState("networkidle");
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
}
