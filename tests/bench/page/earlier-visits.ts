import type { Page } from "playwright";
import { recordTraffic } from "./traffic";
import { untilQuiet } from "./visit";

/** Opens the gallery's page once, so that the browser caches what it loads. */
export async function visitBefore(page: Page, url: string): Promise<void> {
  const traffic = await recordTraffic(await page.context().newCDPSession(page));
  await page.goto(url);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await untilQuiet(page, traffic.quietMs);
}

/**
 * Saves an image to a collection, so that the browser gets the service worker (decision 86), and empties
 * the HTTP cache: the visit that follows differs from a first one by the worker alone.
 */
export async function installWorker(page: Page, url: string): Promise<void> {
  await visitBefore(page, url);
  await page.locator("[data-image-id] > a").first().focus();
  await page.keyboard.press("s");
  await page.getByLabel("New collection").fill("Bench");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // The worker is active once it caches the thumbnail of the saved image.
  await page.waitForFunction(async () => {
    const cache = await caches.open("thumbnails");
    return (await cache.keys()).length > 0;
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
}
