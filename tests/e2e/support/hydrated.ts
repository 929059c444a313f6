import type { Page } from "@playwright/test";

/**
 * Waits until the network is idle and React has hydrated the controls of the page, so that keys and
 * clicks work. On a busy machine scripts still run when the network is idle.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => {
    const controls = [...document.querySelectorAll("header a, main button, main input, #results")];
    // React marks each element that it has hydrated.
    const isHydrated = (element: Element) =>
      Object.keys(element).some((name) => name.startsWith("__reactProps$"));
    return controls.length > 0 && controls.every(isHydrated);
  });
}
