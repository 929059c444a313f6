import type { Browser, CDPSession, Page } from "playwright";
import { median, quantile } from "../support/measures";
import type { Kind } from "./list-page";

export type ListMeasures = {
  /** Until the first frame with tiles. */
  openMs: number;
  /** Of the browser's main thread, while the page opened and became idle. */
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
  /** How many frames were scrolled. */
  frameCount: number;
  /** Of the tasks that took more than 50 ms while it was scrolled. */
  scrollLongTasksMs: number;
  cls: number;
  /** How far the page's height changed while it was scrolled through, as a share. */
  heightChange: number;
};

const CPU_TIMES = 4;
const SETTLE_MS = 1500;
/**
 * Scrolling stops at whichever limit is reached first: frames of the whole list take longer the
 * longer the list is.
 */
const SCROLL_FRAMES_MAX = 150;
const SCROLL_MS_MAX = 10_000;

type Run = {
  origin: string;
  kind: Kind;
  count: number;
  /** How long each step may take, in milliseconds. */
  limitMs: number;
};

/**
 * Opens the list, filters it, scrolls quickly through a part of it and to its end.
 *
 * @throws an error that names the step if one takes longer than `limitMs`.
 */
export async function driveList(browser: Browser, run: Run): Promise<ListMeasures> {
  const { origin, kind, count } = run;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_TIMES });
  await page.addInitScript(watchShiftsAndLongTasks);

  const opened = await step("open", run, async () => {
    const before = await work(session);
    const url = `${origin}/?count=${count}&kind=${kind}`;
    await page.goto(url, { waitUntil: "commit" });
    const openMs = await page.evaluate(firstTiles);
    await page.waitForTimeout(SETTLE_MS);
    const after = await work(session);
    return {
      openMs,
      openWorkMs: after.taskMs - before.taskMs,
      openLayoutMs: after.layoutMs - before.layoutMs,
      ...(await page.evaluate(countElements)),
    };
  });
  const filtered = await step("filter", run, async () => {
    await page.evaluate(() => window.longTasksMs());
    const filterMs = await click(page, "upright");
    const unfilterMs = await click(page, "all");
    await page.waitForTimeout(SETTLE_MS);
    const filterLongTasksMs = await page.evaluate(() => window.longTasksMs());
    return { filterMs, unfilterMs, filterLongTasksMs };
  });
  const scrolled = await step("scroll", run, async () => {
    const heightBefore = await page.evaluate(() => document.documentElement.scrollHeight);
    const before = await work(session);
    const limits = { framesMax: SCROLL_FRAMES_MAX, msMax: SCROLL_MS_MAX };
    const frames = await page.evaluate(scrollThrough, limits);
    const after = await work(session);
    const heightAfter = await page.evaluate(() => document.documentElement.scrollHeight);
    return {
      frameCount: frames.length,
      frameMedianMs: median(frames),
      frameP95Ms: quantile(frames, 0.95),
      frameMaxMs: Math.max(...frames),
      scrollWorkMs: after.taskMs - before.taskMs,
      scrollLongTasksMs: await page.evaluate(() => window.longTasksMs()),
      cls: await page.evaluate(() => window.shifts()),
      heightChange: Math.abs(heightAfter - heightBefore) / heightBefore,
    };
  });
  await context.close();
  return { ...opened, ...filtered, ...scrolled };
}

async function step<T>(name: string, run: Run, measure: () => Promise<T>): Promise<T> {
  const { kind, count, limitMs } = run;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const problem = `"${name}" with ${count} tiles, ${kind}, took longer than ${limitMs / 1000} s`;
    timer = setTimeout(() => reject(new Error(problem)), limitMs);
  });
  try {
    return await Promise.race([measure(), limit]);
  } finally {
    clearTimeout(timer);
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

/** Scrolls by half a screen a frame, then jumps to the end; returns the lengths of the frames. */
function scrollThrough(limits: { framesMax: number; msMax: number }): Promise<number[]> {
  return new Promise((done) => {
    const frames: number[] = [];
    const startMs = performance.now();
    let lastMs = startMs;
    let afterEnd = 0;
    const step = () => {
      const nowMs = performance.now();
      frames.push(nowMs - lastMs);
      lastMs = nowMs;
      if (afterEnd === 0 && frames.length < limits.framesMax && nowMs - startMs < limits.msMax) {
        scrollBy({ top: innerHeight / 2, behavior: "instant" });
      } else if (afterEnd++ === 0) {
        scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
      } else if (afterEnd > 5) return done(frames.slice(1));
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
