import type { Page } from "@playwright/test";

/** A layout shift entry (W3C Layout Instability), which TypeScript's types lack. */
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: readonly {
    node: Node | null;
    previousRect: DOMRectReadOnly;
    currentRect: DOMRectReadOnly;
  }[];
};

/** A layout shift as a failed test prints it. */
type Shift = { value: number; hadRecentInput: boolean; moved: readonly string[] };

declare global {
  interface Window {
    layoutShifts: LayoutShift[];
  }
}

/** Records layout shifts on pages opened from now on. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      window.layoutShifts.push(...(list.getEntries() as LayoutShift[]));
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The layout shifts until now, each with what moved. */
export function layoutShifts(page: Page): Promise<Shift[]> {
  return page.evaluate(() => {
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map((px) => px.toFixed(1)).join(" ");
    return window.layoutShifts.map(({ value, hadRecentInput, sources }) => ({
      value,
      hadRecentInput,
      moved: sources.map(({ node, previousRect, currentRect }) => {
        const what = node instanceof Element ? node.outerHTML : node?.textContent;
        return `${place(previousRect)} → ${place(currentRect)}: ${what?.slice(0, 200)}`;
      }),
    }));
  });
}

/** Those without recent input, as CLS counts them. */
export async function unexpectedShifts(page: Page): Promise<Shift[]> {
  return (await layoutShifts(page)).filter(({ hadRecentInput }) => !hadRecentInput);
}
