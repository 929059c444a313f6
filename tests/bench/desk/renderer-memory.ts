import { readFileSync } from "node:fs";
import type { Browser, CDPSession } from "playwright";

export type RendererMemory = { heapMb: number; privateMb: number };

const MB = 1024 * 1024;

/**
 * Returns the memory of the only page of `browser`, after garbage collection: its JavaScript heap,
 * and the private memory of the renderer process (Linux only; NaN elsewhere).
 */
export async function rendererMemory(
  browser: Browser,
  session: CDPSession,
): Promise<RendererMemory> {
  await session.send("HeapProfiler.enable");
  for (let i = 0; i < 3; i++) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const heap = metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
  const root = await browser.newBrowserCDPSession();
  const { processInfo } = await root.send("SystemInfo.getProcessInfo");
  await root.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  return { heapMb: heap / MB, privateMb: Math.max(...renderers.map(privateBytes)) / MB };
}

function privateBytes(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    const kilobytes = [...text.matchAll(/^Private_\w+:\s+(\d+) kB/gm)].map(([, kb]) => Number(kb));
    return kilobytes.reduce((sum, kb) => sum + kb, 0) * 1024;
  } catch {
    return Number.NaN;
  }
}
