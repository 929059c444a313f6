import type { Browser, BrowserContextOptions, CDPSession, Page } from "playwright";
import { type Observed, observe } from "./observe";
import { recordTraffic, type Traffic } from "./traffic";

export type View = {
  name: string;
  context: BrowserContextOptions;
};

/** Viewports to measure: Lighthouse's phone, and a desktop. */
export const VIEWS: Record<"phone" | "desk", View> = {
  phone: {
    name: "phone, 412 x 823 at 1.75",
    context: {
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
    },
  },
  desk: {
    name: "desk, 1280 x 900 at 1",
    context: { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 1 },
  },
};

export type Slowness = { cpuTimes: number; downMbit: number; upMbit: number; latencyMs: number };

/** A slow phone on a slow network. */
export const SLOW: Slowness = { cpuTimes: 4, downMbit: 1.6, upMbit: 0.75, latencyMs: 150 };

export type Visit = Observed & { traffic: Traffic };

export type VisitOptions = {
  url: string;
  /** Selector of the grid's images. */
  pictures: string;
  view: View;
  /** Null for no throttling. */
  slowness: Slowness | null;
  /** Time limit for the images in the viewport. */
  timeoutMs: number;
  /**
   * Called before the visit, with a page of the same browser profile and a fast network. Without it, the
   * visit starts with an empty profile.
   */
  prepare?: ((page: Page) => Promise<void>) | undefined;
  /** Called with the page once they are shown. */
  onceComplete?: (page: Page) => Promise<void>;
};

const QUIET_MS = 1000;
const QUIET_WITHIN_MS = 8000;

/** Opens a page and measures it until its first view is complete. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { url, pictures, view, slowness, timeoutMs, prepare, onceComplete } = options;
  const context = await browser.newContext(view.context);
  try {
    if (prepare !== undefined) {
      const earlier = await context.newPage();
      await prepare(earlier);
      await earlier.close();
    }
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await recordTraffic(session);
    if (slowness !== null) await slowDown(session, slowness);
    await page.addInitScript(observe, pictures);
    await page.goto(url, { waitUntil: "commit", timeout: timeoutMs });

    const deadlineMs = Date.now() + timeoutMs;
    let observed: Observed = await page.evaluate(() => window.observed());
    while (observed.completeMs === null && Date.now() < deadlineMs) {
      await page.waitForTimeout(250);
      observed = await page.evaluate(() => window.observed());
    }
    if (observed.completeMs !== null) await untilQuiet(page, traffic.quietMs);
    await onceComplete?.(page);
    return { ...(await page.evaluate(() => window.observed())), traffic: traffic.read() };
  } finally {
    await context.close();
  }
}

async function slowDown(
  session: CDPSession,
  { cpuTimes, downMbit, upMbit, latencyMs }: Slowness,
): Promise<void> {
  const bytesPerSecond = (mbit: number) => (mbit * 1_000_000) / 8;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond(downMbit),
    uploadThroughput: bytesPerSecond(upMbit),
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuTimes });
}

/** Waits until the network has been idle and the page had time to process the responses. */
export async function untilQuiet(page: Page, quietMs: () => number): Promise<void> {
  const deadlineMs = Date.now() + QUIET_WITHIN_MS;
  while (quietMs() < QUIET_MS && Date.now() < deadlineMs) await page.waitForTimeout(100);
}
