import type { Page } from "@playwright/test";

/** A browser's report of a layout shift (Layout Instability, W3C); TypeScript does not know it. */
type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };

declare global {
  interface Window {
    layoutShifts: LayoutShift[];
  }
}

/** Has the pages that are opened from now on note what moves on them. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      window.layoutShifts.push(...(list.getEntries() as LayoutShift[]));
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** How far each shift moved what was seen. */
export function layoutShifts(page: Page): Promise<number[]> {
  return page.evaluate(() => window.layoutShifts.map(({ value }) => value));
}

/** The same without what a person's own doing moved, which browsers do not count either. */
export function unexpectedShifts(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    window.layoutShifts.filter(({ hadRecentInput }) => !hadRecentInput).map(({ value }) => value),
  );
}
