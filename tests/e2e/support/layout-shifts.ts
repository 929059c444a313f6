import type { Page } from "@playwright/test";

/** A layout shift entry (W3C Layout Instability), which TypeScript's types lack. */
type LayoutShift = PerformanceEntry & { value: number; hadRecentInput: boolean };

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

/** The score of each layout shift. */
export function layoutShifts(page: Page): Promise<number[]> {
  return page.evaluate(() => window.layoutShifts.map(({ value }) => value));
}

/** The scores without shifts after recent input, as CLS counts them. */
export function unexpectedShifts(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    window.layoutShifts.filter(({ hadRecentInput }) => !hadRecentInput).map(({ value }) => value),
  );
}
