import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { startInstallation } from "../support/installation";
import { type Line, openLine } from "../support/line";
import { ready } from "../support/ready";

const IMAGES_COUNT = 30;

/** The device may have a network, or none. */
const NO_CONNECTION = /You’re offline|This gallery isn’t responding/;

const tilesOf = (page: Page) => page.locator("[data-image-id]");

const keptCount = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open("thumbnails");
    return (await cache.keys()).length;
  });

const shellsOf = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("shell-")));

/** Opens a page without a connection, and lets the browser load all of its thumbnails. */
async function openOffline(page: Page, line: Line, path: string): Promise<void> {
  await page.goto(line.origin + path);
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
  const line = await openLine(baseURL as string);
  await page.goto(`${line.origin}/search?q=sea&count=${IMAGES_COUNT}`);
  await ready(page);
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
  // All of them, though the collection was never opened.
  await expect.poll(() => keptCount(page)).toBe(count);
  const [shell] = await shellsOf(page);

  line.isCut = true;
  await openOffline(page, line, "/collections");
  await page.getByRole("link", { name: /^Coast/ }).click();
  await expect(page.getByRole("heading", { name: "Coast" })).toBeVisible();
  const collectionUrl = page.url();
  await expect.poll(() => loadedCount(page)).toBe(1);
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

  await openOffline(page, line, `/search?q=${word}`);
  await expect(page.getByRole("heading", { name: NO_CONNECTION })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Coast/ })).toBeVisible();
  await openOffline(page, line, "/settings");
  await expect(page.getByText(/^This page couldn’t be loaded/)).toBeVisible();

  // An upgrade of the server is noticed once the line is back.
  line.editWorker = (script) => script.replace(/PAGES_BUILD = "/, "$&newer-");
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
  line.isCut = false;
  await page.goto(collectionUrl);
  await ready(page);
  await expect(
    page.locator("#main").getByText("A new version of this gallery is ready."),
  ).toBeVisible();
  await expect.poll(() => shellsOf(page)).toEqual([shell, expect.stringMatching(/^shell-newer-/)]);
  line.isCut = true;
  await page.getByRole("button", { name: "Reload page" }).click();
  await expect(page.getByRole("heading", { name: "Coast" })).toBeVisible();
  await expect.poll(() => loadedCount(page)).toBe(1);

  line.isCut = false;
  const ended = await startInstallation({ VITRINE_OFFLINE: "off" });
  line.to = ended.address;
  await page.goto(`${line.origin}/about`);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  const fresh = await context.newPage();
  await fresh.goto(`${line.origin}/collections`);
  expect(await fresh.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await expect(fresh.getByRole("link", { name: /^Coast/ })).toBeVisible();
  line.isCut = true;
  await expect(fresh.goto(collectionUrl)).rejects.toThrow();
  await ended.stop();
  await line.close();
});
