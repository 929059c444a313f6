import { test as base, expect, type Page } from "@playwright/test";
import { serveList } from "../../bench/list/list-page";
import { findViolations } from "../support/axe";
import { unexpectedShifts, watchLayoutShifts } from "../support/layout-shifts";

/*
 * The long grid with thousands of images. It has a page of its own (tests/bench/list), so that a test
 * need not save a collection of that size first.
 */

const COUNT = 5000;

const test = base.extend<object, { origin: string }>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses this parameter
    async ({}, use) => {
      const server = await serveList(0);
      await use(server.baseUrl);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

async function openList(page: Page, origin: string): Promise<void> {
  await watchLayoutShifts(page);
  await page.goto(`${origin}/?count=${COUNT}`);
  await page.locator("[data-image-id][aria-posinset]").first().waitFor();
}

/** Runs in the page. */
function countElements() {
  const seen = { contentVisibilityAuto: true };
  const tiles = [...document.querySelectorAll("[data-image-id]")];
  const elements = [...document.querySelectorAll("main *")];
  return {
    laidOutCount: elements.filter((element) => element.checkVisibility(seen)).length,
    fullTileCount: tiles.filter((tile) => tile.firstElementChild?.checkVisibility(seen)).length,
  };
}

const tile = (page: Page, i: number) => page.locator(`[data-image-id="picture-${i}"]`);

/** Returns the rank of the focused tile; -1 if there is none. */
const focusedRank = (page: Page) =>
  page.evaluate(() => {
    const tile = document.activeElement?.closest("[data-image-id]");
    return Number(tile?.getAttribute("aria-posinset") ?? 0) - 1;
  });

/** Returns the first tile whose image is in view, and its position. */
const topTile = (page: Page) =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLElement>("[data-image-id] > a")];
    const link = links.find((one) => one.getBoundingClientRect().bottom > 0);
    const tile = link?.closest<HTMLElement>("[data-image-id]");
    return { id: tile?.dataset.imageId ?? "", topPx: link?.getBoundingClientRect().top ?? 0 };
  });

const scrollTo = (page: Page, px: number) =>
  page.evaluate(async (top) => {
    window.scrollTo({ top, behavior: "instant" });
    for (let frame = 0; frame < 2; frame++) {
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    }
  }, px);

test("of 5,000 tiles at most a twentieth is laid out, and nothing moves", async ({
  page,
  origin,
}) => {
  await openList(page, origin);
  const perTile = await tile(page, 0).evaluate((one) => one.querySelectorAll("*").length + 1);
  const lengthPx = await page.evaluate(() => document.documentElement.scrollHeight);
  for (const share of [0, 0.1, 0.5, 0.9, 1]) {
    await scrollTo(page, share * lengthPx);
    const { laidOutCount, fullTileCount } = await page.evaluate(countElements);
    expect(fullTileCount).toBeGreaterThan(10);
    expect(laidOutCount).toBeLessThan((COUNT * perTile) / 20);
    // Every scroll position has a tile, up to the last.
    const seen = await page.evaluate(() =>
      [0.3, 0.6].map((y) =>
        [100, 300, 500].some(
          (x) => document.elementFromPoint(x, innerHeight * y)?.closest("[data-image-id]") !== null,
        ),
      ),
    );
    expect(seen).toEqual([true, true]);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(lengthPx);
  }
  await expect(tile(page, COUNT - 1)).toBeInViewport();
  await page.locator("#upright").click({ force: true });
  await page.locator("#all").click({ force: true });
  expect(await unexpectedShifts(page)).toEqual([]);
});

test("its tiles are where CSS would place them in the complete list", async ({ page, origin }) => {
  const places = [
    [360, 0.7],
    [1280, 1],
  ] as const;
  for (const [width, share] of places) {
    await page.setViewportSize({ width, height: 900 });
    const seen: { lengthPx: number; boxes: Record<string, number[]> }[] = [];
    for (const kind of ["long", "whole"]) {
      await page.goto(`${origin}/?count=600&kind=${kind}`);
      await tile(page, 0).waitFor();
      const lengthPx = await page.evaluate(() => {
        const last = [...document.querySelectorAll("[data-image-id]")].at(-1);
        return (last?.getBoundingClientRect().bottom ?? 0) + scrollY;
      });
      await scrollTo(page, Math.round((lengthPx - 900) * share));
      const boxes = await page.evaluate(() => {
        const links = [...document.querySelectorAll<HTMLElement>("[data-image-id] > a")];
        const inView = links
          .map((link) => ({ link, box: link.getBoundingClientRect() }))
          .filter(({ box }) => box.bottom > 0 && box.top < innerHeight);
        return Object.fromEntries(
          inView.map(({ link, box }) => [
            link.closest<HTMLElement>("[data-image-id]")?.dataset.imageId ?? "",
            [box.left, box.top, box.width, box.height],
          ]),
        );
      });
      seen.push({ lengthPx, boxes });
    }
    const [long, whole] = seen;
    // Browsers lay out in 64ths of a pixel, which adds up to less than 5 px over 300 rows.
    expect(Math.abs((long?.lengthPx ?? 0) - (whole?.lengthPx ?? 0))).toBeLessThan(5);
    const inBoth = Object.entries(long?.boxes ?? {}).filter(([id]) => whole?.boxes[id]);
    expect(inBoth.length).toBeGreaterThanOrEqual(6);
    for (const [id, box] of inBoth) {
      const away = box.map((px, side) => Math.abs(px - (whole?.boxes[id]?.[side] ?? 0)));
      const [left = 0, top = 0, width = 0, height = 0] = away;
      expect(Math.max(left, width, height)).toBeLessThan(0.1);
      expect(top).toBeLessThan(5);
    }
  }
});

test("Back shows the tile that was at the top", async ({ page, origin }) => {
  await openList(page, origin);
  await scrollTo(page, 60_000);
  const before = await topTile(page);
  expect(before.id).not.toBe("picture-0");
  await page.getByRole("link", { name: "The end" }).evaluate((link: HTMLElement) => link.click());
  await page.waitForURL(`${origin}/end`);
  await page.goBack();
  await expect.poll(() => topTile(page)).toEqual(before);
});

test("the keys move beyond the tiles in the document, and the list is one tab stop", async ({
  page,
  origin,
}) => {
  await openList(page, origin);
  await tile(page, 0).locator("a").first().focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => focusedRank(page)).toBe(1);
  let before = 1;
  for (let row = 0; row < 15; row++) {
    await page.keyboard.press("ArrowDown");
    const now = await focusedRank(page);
    expect(now).toBeGreaterThan(before);
    before = now;
  }
  expect(before).toBeGreaterThan(60);
  await expect(page.locator(":focus")).toBeInViewport();

  // The focus survives scrolling far away, and the arrow keys continue from it.
  await scrollTo(page, 100_000);
  expect(await focusedRank(page)).toBe(before);
  await page.keyboard.press("ArrowUp");
  const above = await focusedRank(page);
  expect(above).toBeLessThan(before);
  expect(above).toBeGreaterThan(before - 15);
  await expect(page.locator(":focus")).toBeInViewport();
  await page.keyboard.press("PageDown");
  expect(await focusedRank(page)).toBeGreaterThan(above);
  await expect(page.locator(":focus")).toBeInViewport();

  await page.keyboard.press("End");
  expect(await focusedRank(page)).toBe(COUNT - 1);
  await expect(page.locator(":focus")).toBeInViewport();
  await page.keyboard.press("PageUp");
  const stop = await focusedRank(page);
  expect(stop).toBeLessThan(COUNT - 1);

  // The list is one tab stop, even when it is scrolled away.
  await scrollTo(page, 100_000);
  await page.getByRole("link", { name: "The end" }).focus();
  await page.keyboard.press("Shift+Tab");
  expect(await focusedRank(page)).toBe(stop);
  await page.locator("#few").focus();
  await page.keyboard.press("Tab");
  expect(await focusedRank(page)).toBe(stop);
  await page.keyboard.press("Home");
  expect(await focusedRank(page)).toBe(0);
});

test("filtered, the tile at the top stays, or the list starts at its top", async ({
  page,
  origin,
}) => {
  await openList(page, origin);
  const filter = (name: string) =>
    page.locator(`#${name}`).evaluate((button: HTMLElement) => button.click());

  const lengthPx = await page.evaluate(() => document.documentElement.scrollHeight);
  // "few" keeps every fiftieth image; the next of them that starts a row is scrolled to the top.
  let before = await topTile(page);
  for (let i = 500; before.id !== `picture-${i - 50}`; i += 50) {
    await scrollTo(page, (lengthPx * i) / COUNT);
    const topPx = await tile(page, i).evaluate((one) => one.getBoundingClientRect().top + scrollY);
    await scrollTo(page, topPx + 30);
    before = await topTile(page);
  }
  for (const name of ["few", "all"]) {
    await filter(name);
    const topPx = await page
      .locator(`[data-image-id="${before.id}"] > a`)
      .evaluate((link) => link.getBoundingClientRect().top);
    expect(Math.abs(topPx - before.topPx)).toBeLessThan(1);
  }

  await filter("upright");
  const list = await page.locator("main ul").boundingBox();
  expect(list?.y).toBeGreaterThanOrEqual(0);
  expect(list?.y).toBeLessThan(50);
});

test("axe finds nothing on it, and the list announces all pictures", async ({ page, origin }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await openList(page, origin);
  await scrollTo(page, 30_000);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  expect(await findViolations(page, { part: "main", tags })).toEqual([]);
  const tiles = page.getByRole("list", { name: "Images" }).getByRole("listitem");
  const sizes = await tiles.evaluateAll((all) =>
    all.map((one) => one.getAttribute("aria-setsize")),
  );
  expect(new Set(sizes)).toEqual(new Set([String(COUNT)]));
});
