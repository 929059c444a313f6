import type { Browser, CDPSession, Page } from "playwright";
import { openBrowser } from "../support/open-browser";

/** How much slower than the machine the page's CPU is. */
export const CPU_TIMES = 4;

/** Opens an empty page of a desktop's size in a browser of its own, which is closed in the end. */
export async function onDeskPage<T>(
  drive: (desk: { browser: Browser; page: Page; session: CDPSession }) => Promise<T>,
): Promise<T> {
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    return await drive({ browser, page, session: await context.newCDPSession(page) });
  } finally {
    await browser.close();
  }
}

type Seen = { interactionMs: number; taskMs: number; elementsMax: number };

/** What the page showed during `act` and for `settleMs` after it. */
export async function seenDuring(
  page: Page,
  act: () => Promise<unknown>,
  settleMs: number,
): Promise<Seen> {
  await page.evaluate(() => window.desk.take());
  await act();
  await page.waitForTimeout(settleMs);
  return page.evaluate(() => window.desk.take());
}

declare global {
  interface Window {
    desk: {
      firstTiles: Promise<number>;
      /** The longest interaction and task, and the most elements, since this was asked last. */
      take(): Seen;
      /** The lengths of the frames in the next `ms`. */
      frames(ms: number): Promise<number[]>;
      /** Whether the dialog and a loaded picture were in the first frame after the last click. */
      wasPainted(): boolean;
      layoutShift(): number;
    };
  }
}

/** Runs in the page before its scripts. Counting elements costs time in every frame. */
export function watch({ countsElements }: { countsElements: boolean }): void {
  let [interactionMs, taskMs, elementsMax, shift] = [0, 0, 0, 0];
  let isPainted = false;
  const observe = (options: object, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      ...options,
      buffered: true,
    });
  observe({ type: "event", durationThreshold: 16 }, (entry) => {
    const { interactionId } = entry as PerformanceEntry & { interactionId?: number };
    if (interactionId) interactionMs = Math.max(interactionMs, entry.duration);
  });
  observe({ type: "longtask" }, ({ duration }) => {
    taskMs = Math.max(taskMs, duration);
  });
  observe({ type: "layout-shift" }, (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    };
    if (!hadRecentInput) shift += value;
  });
  const firstTiles = new Promise<number>((done) => {
    const look = () => {
      if (document.querySelector("[data-image-id]") === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => done(performance.now()));
    };
    look();
  });
  const count = () => {
    elementsMax = Math.max(elementsMax, document.querySelectorAll("main *").length);
    requestAnimationFrame(count);
  };
  if (countsElements) count();
  const onClick = () =>
    requestAnimationFrame(() => {
      const picture = document.querySelector<HTMLImageElement>("dialog[open] [data-fit] img");
      isPainted = !!picture?.complete && picture.naturalWidth > 1;
    });
  addEventListener("click", onClick, { capture: true });
  window.desk = {
    firstTiles,
    take() {
      const taken = { interactionMs, taskMs, elementsMax };
      interactionMs = taskMs = elementsMax = 0;
      return taken;
    },
    frames: (ms) =>
      new Promise((done) => {
        const lengths: number[] = [];
        const startMs = performance.now();
        let beforeMs = startMs;
        const step = () => {
          const nowMs = performance.now();
          lengths.push(nowMs - beforeMs);
          beforeMs = nowMs;
          if (nowMs - startMs > ms) done(lengths);
          else requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      }),
    wasPainted: () => isPainted,
    layoutShift: () => shift,
  };
}
