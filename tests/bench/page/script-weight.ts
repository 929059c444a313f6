import { gzipSync } from "node:zlib";
import type { Browser } from "playwright";

export type Script = { path: string; gzipBytes: number; rawBytes: number };

const SETTLED_MS = 1500;

/**
 * Returns the size of all scripts that a page loads without interaction, compressed with gzip as a
 * server would: the download of a browser with an empty cache.
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
    return await Promise.all(scripts);
  } finally {
    await context.close();
  }
}

export function weightOf(scripts: readonly Script[]): number {
  return scripts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
}
