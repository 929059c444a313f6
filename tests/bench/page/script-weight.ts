import { gzipSync } from "node:zlib";
import type { Browser } from "playwright";

export type Script = { path: string; gzipBytes: number; rawBytes: number };

const SETTLED_MS = 1500;

/**
 * Returns the size of all scripts that a page requests until it has loaded, compressed with gzip as a
 * server would: the download of a browser with an empty cache. Code that the page requests later, when
 * the browser is idle, delays nothing.
 */
export async function scriptsOf(browser: Browser, url: string): Promise<Script[]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const scripts: Promise<Script>[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() !== "script") return;
      scripts.push(
        response.body().then((body) => ({
          path: new URL(response.url()).pathname,
          gzipBytes: gzipSync(body).length,
          rawBytes: body.length,
        })),
      );
    });
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(SETTLED_MS);
    const early = await page.evaluate(() => {
      const [{ loadEventEnd } = { loadEventEnd: 0 }] = performance.getEntriesByType(
        "navigation",
      ) as PerformanceNavigationTiming[];
      return performance
        .getEntriesByType("resource")
        .filter(({ startTime }) => startTime < loadEventEnd)
        .map(({ name }) => new URL(name).pathname);
    });
    return (await Promise.all(scripts)).filter(({ path }) => early.includes(path));
  } finally {
    await context.close();
  }
}

export function weightOf(scripts: readonly Script[]): number {
  return scripts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
}
