import { serveList } from "../list/list-page";
import { onDeskPage } from "./desk-page";
import { type RendererMemory, rendererMemory } from "./renderer-memory";

const SETTLE_MS = 3000;

/** Measures a page with every tile in the document: its elements and memory. */
export async function measurePlainGrid({
  port,
  count,
}: {
  port: number;
  count: number;
}): Promise<RendererMemory & { elementsMax: number }> {
  const server = await serveList(port);
  try {
    return await onDeskPage(async ({ browser, page, session }) => {
      await session.send("Performance.enable");
      await page.goto(`${server.baseUrl}/?count=${count}&kind=whole`);
      await page.waitForTimeout(SETTLE_MS);
      const elementsMax = await page.evaluate(() => document.querySelectorAll("main *").length);
      return { elementsMax, ...(await rendererMemory(browser, session)) };
    });
  } finally {
    await server.stop();
  }
}
