import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { openCuttableProxy } from "../support/cuttable-proxy";
import { startInstallation } from "../support/installation";
import { ready } from "../support/ready";

const IMAGES_COUNT = 30;

/** The device may have a network, or none. */
const NO_CONNECTION = /You’re offline|This gallery isn’t responding/;

const tilesOf = (page: Page) => page.locator("[data-image-id]");

const cachedCount = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open("thumbnails");
    return (await cache.keys()).length;
  });

const shellsOf = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("shell-")));

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await ready(page);
}

const loadedCount = (page: Page) =>
  tilesOf(page).evaluateAll(
    (tiles) =>
      tiles.filter((tile) => (tile.querySelector("img")?.naturalWidth ?? 0) > 1).length /
      tiles.length,
  );

test("without a connection: collections, their thumbnails and exports work, searches say what is missing, an update waits, and the operator can end it", async ({
  page,
  context,
  baseURL,
}) => {
  const proxy = await openCuttableProxy(baseURL as string);
  await open(page, `${proxy.origin}/search?q=sea&count=${IMAGES_COUNT}`);
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0);
  // Browsers load thumbnails that are about to be seen.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 400);
      return loadedCount(page);
    })
    .toBe(1);
  await page.keyboard.press("Control+a");
  await page.getByRole("button", { name: "Save to collection" }).click();
  await page.getByLabel("New collection").fill("Coast");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "Open", exact: true }).waitFor();
  const count = await tilesOf(page).count();
  const name = (await tilesOf(page).first().locator("p").first().textContent()) ?? "";
  const [word = ""] = /\p{L}{4,}/u.exec(name) ?? [];
  // Also those of a collection that was never opened.
  await expect.poll(() => cachedCount(page)).toBe(count);
  const [shell] = await shellsOf(page);

  proxy.isCut = true;
  await open(page, `${proxy.origin}/collections`);
  await page.getByRole("link", { name: /^Coast/ }).click();
  await expect(page.getByRole("heading", { name: "Coast" })).toBeVisible();
  const collectionUrl = page.url();
  await expect.poll(() => loadedCount(page)).toBe(1);
  await ready(page);
  // Browsers stop a worker that is idle.
  const session = await context.newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
  await tilesOf(page).first().locator("> a").click();
  await expect
    .poll(() =>
      page
        .locator("dialog[open] img")
        .first()
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(1);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /JSON/ }).click(),
  ]);
  const { pictures } = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(pictures).toHaveLength(count);

  await open(page, `${proxy.origin}/search?q=${word}`);
  await expect(page.getByRole("heading", { name: NO_CONNECTION })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Coast/ })).toBeVisible();
  await open(page, `${proxy.origin}/settings`);
  await expect(page.getByText(/^This page couldn’t be loaded/)).toBeVisible();

  // An upgrade of the server is noticed once the connection is back.
  proxy.editWorker = (script) => script.replace(/PAGES_BUILD = "/, "$&newer-");
  const update = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.update().then(
        () => true,
        () => false,
      );
    });
  expect(await update()).toBe(false);
  await page.goto(collectionUrl);
  await expect(page.getByRole("heading", { name: "Coast" })).toBeVisible();
  proxy.isCut = false;
  await page.goto(collectionUrl);
  await ready(page);
  // Under the pointer, the toast stays.
  await page.locator("#main").getByText("A new version of this gallery is ready.").hover();
  await expect.poll(() => shellsOf(page)).toEqual([shell, expect.stringMatching(/^shell-newer-/)]);
  proxy.isCut = true;
  await page.getByRole("button", { name: "Reload page" }).click();
  await expect(page.getByRole("heading", { name: "Coast" })).toBeVisible();
  await expect.poll(() => loadedCount(page)).toBe(1);

  proxy.isCut = false;
  const ended = await startInstallation({ VITRINE_OFFLINE: "off" });
  proxy.to = ended.address;
  await page.goto(`${proxy.origin}/about`);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  const fresh = await context.newPage();
  await fresh.goto(`${proxy.origin}/collections`);
  expect(await fresh.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await expect(fresh.getByRole("link", { name: /^Coast/ })).toBeVisible();
  proxy.isCut = true;
  await expect(fresh.goto(collectionUrl)).rejects.toThrow();
  await ended.stop();
  await proxy.close();
});
