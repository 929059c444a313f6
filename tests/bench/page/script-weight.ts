import { gzipSync } from "node:zlib";
import type { Browser, Response } from "playwright";

export type Script = { path: string; gzipBytes: number; rawBytes: number };

/**
 * Returns the size of all scripts that a page requests until it has loaded, compressed with gzip as a
 * server would: the download of a browser with an empty cache. Code that the page requests later, when
 * the browser is idle, delays nothing.
 */
export async function scriptsOf(browser: Browser, url: string): Promise<Script[]> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const responses: Response[] = [];
    page.on("response", (response) => {
      if (response.request().resourceType() === "script") responses.push(response);
    });
    await page.goto(url, { waitUntil: "load" });
    const early = await page.waitForFunction(() => {
      const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      if (load === undefined || load.loadEventEnd === 0) return null;
      return performance
        .getEntriesByType("resource")
        .filter(({ startTime }) => startTime < load.loadEventEnd)
        .map(({ name }) => new URL(name).pathname);
    });
    const paths = (await early.jsonValue()) ?? [];
    return await Promise.all(
      responses
        .map((response) => ({ response, path: new URL(response.url()).pathname }))
        .filter(({ path }) => paths.includes(path))
        .map(async ({ response, path }) => {
          const body = await response.body();
          return { path, gzipBytes: gzipSync(body).length, rawBytes: body.length };
        }),
    );
  } finally {
    await context.close();
  }
}

export function weightOf(scripts: readonly Script[]): number {
  return scripts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
}
