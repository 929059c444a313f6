import type { Page } from "playwright";
import { fillCollection } from "@/tests/support/pictures/fill-collection";
import { quantile } from "../support/measures";
import { CPU_TIMES, onDeskPage, seenDuring, watch } from "./desk-page";
import { type RendererMemory, rendererMemory } from "./renderer-memory";

/** Times in milliseconds; interactions from the event to the next paint. */
export type DeskMeasures = RendererMemory & {
  firstTilesMs: number;
  wholeListMs: number;
  openTaskMs: number;
  filterMs: number;
  clearMs: number;
  scrollMs: number;
  frameP95Ms: number;
  selectAllMs: number;
  keyMoveMs: number;
  dragMs: number;
  elementsMax: number;
};

const SETTLE_MS = 800;
const ID = "bench";

/** Opens a collection of `count` images of the demo collection and works with it. */
export function driveCollection({
  origin,
  count,
}: {
  origin: string;
  count: number;
}): Promise<DeskMeasures> {
  return onDeskPage(async ({ browser, page, session }) => {
    await session.send("Performance.enable");
    await page.goto(`${origin}/collections`);
    await page.locator("main h1").waitFor();
    await page.evaluate(fillCollection, { id: ID, name: "Bench", count });
    await page.addInitScript(watch, { countsElements: true });
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_TIMES });

    let elementsMax = 0;
    /** Returns the longest interaction of `act`, in milliseconds. */
    const longest = async (act: () => Promise<unknown>): Promise<number> => {
      const seen = await seenDuring(page, act, SETTLE_MS);
      elementsMax = Math.max(elementsMax, seen.elementsMax);
      return seen.interactionMs;
    };

    await page.goto(`${origin}/collections/${ID}`, { waitUntil: "commit" });
    const firstTilesMs = await page.evaluate(() => window.desk.firstTiles);
    await page.waitForFunction((all) => {
      const tile = document.querySelector("[aria-setsize]");
      return tile?.getAttribute("aria-setsize") === String(all);
    }, count);
    const wholeListMs = await page.evaluate(() => performance.now());
    await page.waitForTimeout(SETTLE_MS * 2);
    const opened = await page.evaluate(() => window.desk.take());

    const filter = page.locator('main input[type="text"]');
    await filter.click();
    const filterMs = await longest(() => page.keyboard.type("lighthouse", { delay: 120 }));
    const clearMs = await longest(() => page.keyboard.press("Escape"));

    let frames: number[] = [];
    const scrollMs = await longest(async () => {
      await page.mouse.move(640, 500);
      const recorded = page.evaluate(() => window.desk.frames(4000));
      for (let i = 0; i < 30; i++) await page.mouse.wheel(0, 450);
      frames = await recorded;
    });
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await page.locator("[data-image-id] > a").first().focus();
    await page.waitForTimeout(SETTLE_MS);
    const selectAllMs = await longest(() => page.keyboard.press("Control+a"));
    // Otherwise the selection would move with the image.
    await page.keyboard.press("Escape");
    await page.waitForTimeout(SETTLE_MS);
    await page.locator("[data-image-id] > [aria-haspopup]").first().focus();
    await page.waitForTimeout(SETTLE_MS);
    const keyMoveMs = await longest(async () => {
      for (let i = 0; i < 5; i++) {
        await page.keyboard.press("ArrowRight");
        await page.waitForTimeout(300);
      }
    });
    const dragMs = await longest(() => drag(page));
    return {
      firstTilesMs,
      wholeListMs,
      openTaskMs: opened.taskMs,
      filterMs,
      clearMs,
      scrollMs,
      frameP95Ms: quantile(frames, 0.95),
      selectAllMs,
      keyMoveMs,
      dragMs,
      elementsMax: Math.max(elementsMax, opened.elementsMax),
      ...(await rendererMemory(browser, session)),
    };
  });
}

async function drag(page: Page): Promise<void> {
  const handle = await page.locator("[data-image-id] > [aria-haspopup]").nth(1).boundingBox();
  const target = await page.locator("[data-image-id] > a").nth(6).boundingBox();
  if (handle === null || target === null) throw new Error("there are no tiles to drag");
  await page.mouse.move(handle.x + 20, handle.y + 20);
  await page.mouse.down();
  await page.mouse.move(target.x + 20, target.y + 40, { steps: 12 });
  await page.mouse.up();
}
