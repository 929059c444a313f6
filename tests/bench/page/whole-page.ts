import type { Browser } from "playwright";
import { GALLERY_PICTURES, type Grid, readGrid } from "./grid-of-page";
import { type View, type Visit, visit } from "./visit";

/** Measurements of a page scrolled from its first to its last image, on a fast network. */
export type WholePage = { grid: Grid; visit: Visit };

const STEP_MS = 60;
const LAST_PICTURES_MS = 20_000;

/** Scrolls through the page at a person's speed and waits for every image. */
export async function readWholePage(browser: Browser, url: string, view: View): Promise<WholePage> {
  let grid: Grid | undefined;
  const measured = await visit(browser, {
    url,
    pictures: GALLERY_PICTURES,
    view,
    slowness: null,
    timeoutMs: 60_000,
    onceComplete: async (page) => {
      grid = await readGrid(page);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      const step = (view.context.viewport?.height ?? 800) / 3;
      for (let y = 0; y < height; y += step) {
        await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), y);
        await page.waitForTimeout(STEP_MS);
      }
      const count = grid.pictures.length;
      const deadlineMs = Date.now() + LAST_PICTURES_MS;
      const shownCount = () => page.evaluate(() => window.observed().shownCount);
      while ((await shownCount()) < count && Date.now() < deadlineMs)
        await page.waitForTimeout(200);
    },
  });
  if (grid === undefined) throw new Error("the page showed no picture");
  return { grid, visit: measured };
}
