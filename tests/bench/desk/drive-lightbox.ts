import type { Page } from "playwright";
import { median, quantile } from "../support/measures";
import { openBrowser } from "../support/open-browser";

/** In milliseconds, from the event to the next paint as INP counts it, which rounds to 8. */
export type LightboxMeasures = {
  /** The paint shows the dialog with the picture of the tile. */
  openMs: number;
  openMaxMs: number;
  nextMs: number;
  closeMs: number;
  layoutShift: number;
};

const CPU_TIMES = 4;
const SETTLE_MS = 700;
const CLICK_MS = 60;
const IMAGES = 8;

/** Opens images of an answer in the lightbox, moves to the next one, and closes it with Escape. */
export async function driveLightbox({ origin }: { origin: string }): Promise<LightboxMeasures> {
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await page.addInitScript(watch);
    await page.goto(`${origin}/search?q=sea&count=50`);
    const tiles = page.locator("[data-image-id] > a");
    await tiles.first().hover();
    await page.waitForLoadState("networkidle");
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_TIMES });
    await page.waitForTimeout(SETTLE_MS);

    const [opened, moved, closed]: [number[], number[], number[]] = [[], [], []];
    for (let i = 0; i < IMAGES; i++) {
      await tiles.nth(i).hover();
      await page.waitForTimeout(SETTLE_MS);
      const box = await tiles.nth(i).boundingBox();
      if (box === null) throw new Error("there is no tile to click");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      // A locator's click would run its own scripts in the page, and would have no duration.
      opened.push(await interaction(page, () => page.mouse.click(x, y, { delay: CLICK_MS })));
      if (!(await page.evaluate(() => window.lightbox.wasPainted()))) {
        throw new Error("the first paint after the click has no picture");
      }
      moved.push(await interaction(page, () => page.keyboard.press("ArrowRight")));
      closed.push(await interaction(page, () => page.keyboard.press("Escape")));
      await page.waitForFunction(() => document.querySelector("dialog[open]") === null);
    }
    return {
      openMs: median(opened),
      openMaxMs: quantile(opened, 1),
      nextMs: median(moved),
      closeMs: median(closed),
      layoutShift: await page.evaluate(() => window.lightbox.layoutShift()),
    };
  } finally {
    await browser.close();
  }
}

/** Returns the longest interaction of `act`, in milliseconds. */
async function interaction(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => window.lightbox.take());
  await act();
  await page.waitForTimeout(SETTLE_MS);
  return page.evaluate(() => window.lightbox.take());
}

declare global {
  interface Window {
    lightbox: {
      /** Returns the longest interaction since the last call. */
      take(): number;
      /** Whether the dialog and a loaded picture were in the first frame after the last click. */
      wasPainted(): boolean;
      layoutShift(): number;
    };
  }
}

/** Runs in the page before its scripts. */
function watch(): void {
  let [longestMs, shift] = [0, 0];
  let isPainted = false;
  const events = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId } = entry as PerformanceEntry & { interactionId?: number };
      if (interactionId) longestMs = Math.max(longestMs, entry.duration);
    }
  });
  events.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      };
      if (!hadRecentInput) shift += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  const onClick = () =>
    requestAnimationFrame(() => {
      const picture = document.querySelector<HTMLImageElement>("dialog[open] [data-fit] img");
      isPainted = !!picture?.complete && picture.naturalWidth > 1;
    });
  addEventListener("click", onClick, { capture: true });
  window.lightbox = {
    take() {
      const seen = longestMs;
      longestMs = 0;
      return seen;
    },
    wasPainted: () => isPainted,
    layoutShift: () => shift,
  };
}
