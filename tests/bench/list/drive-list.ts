import type { Browser, CDPSession, Page } from "playwright";
import { median, quantile } from "../support/measures";
import type { Kind } from "./list-page";

export type ListMeasures = {
  /** Until the first frame with tiles. */
  openMs: number;
  /** Of the browser's main thread, while the page opened and came to rest. */
  openWorkMs: number;
  openLayoutMs: number;
  elementCount: number;
  /** Elements that have a box now, and are not left out. */
  laidOutCount: number;
  tileCount: number;
  /** Tiles whose contents are laid out. */
  fullTileCount: number;
  /** From a filter's click to the frame after it: to a part, and back to all. */
  filterMs: number;
  unfilterMs: number;
  filterLongTasksMs: number;
  frameMedianMs: number;
  frameP95Ms: number;
  frameMaxMs: number;
  scrollWorkMs: number;
  /** Of the tasks that took more than 50 ms while it was scrolled. */
  scrollLongTasksMs: number;
  cls: number;
  /** How far the page's height changed while it was scrolled through, as a share. */
  heightChange: number;
};

const CPU_TIMES = 4;
const REST_MS = 1500;
const SCROLL_FRAMES = 150;

/** Opens the list, scrolls quickly through a part of it and to its end, and filters it. */
export async function driveList(
  browser: Browser,
  options: { origin: string; kind: Kind; count: number },
): Promise<ListMeasures> {
  const { origin, kind, count } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable");
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_TIMES });
    await page.addInitScript(watchShiftsAndLongTasks);
    const before = await work(session);
    await page.goto(`${origin}/?count=${count}&kind=${encodeURIComponent(kind)}`, {
      waitUntil: "commit",
    });
    const openMs = await page.evaluate(firstTiles);
    await page.waitForTimeout(REST_MS);
    const opened = await work(session);
    const counted = await page.evaluate(countElements);

    await page.evaluate(() => window.longTasksMs());
    const filterMs = await click(page, "upright");
    const unfilterMs = await click(page, "all");
    await page.waitForTimeout(REST_MS);
    const filterLongTasksMs = await page.evaluate(() => window.longTasksMs());

    const heightBefore = await page.evaluate(() => document.documentElement.scrollHeight);
    const scrollBefore = await work(session);
    const frames = await page.evaluate(scrollThrough, SCROLL_FRAMES);
    const scrolled = await work(session);
    const heightAfter = await page.evaluate(() => document.documentElement.scrollHeight);
    return {
      openMs,
      openWorkMs: opened.taskMs - before.taskMs,
      openLayoutMs: opened.layoutMs - before.layoutMs,
      ...counted,
      filterMs,
      unfilterMs,
      filterLongTasksMs,
      frameMedianMs: median(frames),
      frameP95Ms: quantile(frames, 0.95),
      frameMaxMs: Math.max(...frames),
      scrollWorkMs: scrolled.taskMs - scrollBefore.taskMs,
      scrollLongTasksMs: await page.evaluate(() => window.longTasksMs()),
      cls: await page.evaluate(() => window.shifts()),
      heightChange: Math.abs(heightAfter - heightBefore) / heightBefore,
    };
  } finally {
    await context.close();
  }
}

async function work(session: CDPSession): Promise<{ taskMs: number; layoutMs: number }> {
  const { metrics } = await session.send("Performance.getMetrics");
  const ms = (name: string) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1000;
  return { taskMs: ms("TaskDuration"), layoutMs: ms("LayoutDuration") + ms("RecalcStyleDuration") };
}

declare global {
  interface Window {
    shifts: () => number;
    /** What long tasks took since this was asked last. */
    longTasksMs: () => number;
  }
}

function watchShiftsAndLongTasks(): void {
  let cls = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      };
      if (!hadRecentInput) cls += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  window.shifts = () => cls;
  let longTasksMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasksMs += duration;
  }).observe({ type: "longtask" });
  window.longTasksMs = () => {
    const taken = longTasksMs;
    longTasksMs = 0;
    return taken;
  };
}

function firstTiles(): Promise<number> {
  return new Promise((done) => {
    const look = () => {
      if (document.querySelector("[data-image-id]") === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => done(performance.now()));
    };
    look();
  });
}

export function countElements() {
  const seen = { contentVisibilityAuto: true };
  const tiles = [...document.querySelectorAll("[data-image-id]")];
  const elements = [...document.querySelectorAll("main *")];
  return {
    elementCount: elements.length,
    laidOutCount: elements.filter((element) => element.checkVisibility(seen)).length,
    tileCount: tiles.length,
    fullTileCount: tiles.filter((tile) => tile.firstElementChild?.checkVisibility(seen)).length,
  };
}

/** Clicks as a hand does, so that the browser knows that what moves then was asked for. */
async function click(page: Page, id: string): Promise<number> {
  const waited = page.evaluate(untilClicked);
  await page.mouse.click(...(await middleOf(page, id)));
  return waited;
}

async function middleOf(page: Page, id: string): Promise<[number, number]> {
  const box = await page.locator(`#${id}`).boundingBox();
  if (box === null) throw new Error(`there is no button ${id}`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** From the next click to the end of the frame that follows it. */
function untilClicked(): Promise<number> {
  return new Promise((done) => {
    const onClick = ({ timeStamp }: MouseEvent) =>
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - timeStamp)));
    document.addEventListener("click", onClick, { capture: true, once: true });
  });
}

/** Scrolls by half a screen a frame, then jumps to the end; the lengths of the frames. */
function scrollThrough(frameCount: number): Promise<number[]> {
  return new Promise((done) => {
    const frames: number[] = [];
    let lastMs = performance.now();
    const step = () => {
      const nowMs = performance.now();
      frames.push(nowMs - lastMs);
      lastMs = nowMs;
      if (frames.length < frameCount) scrollBy({ top: innerHeight / 2, behavior: "instant" });
      else if (frames.length === frameCount) {
        scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
      } else if (frames.length > frameCount + 10) return done(frames.slice(1));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
