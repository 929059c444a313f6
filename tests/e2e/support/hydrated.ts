import type { Page } from "@playwright/test";

/** Waits until React has hydrated the controls of the page, so that keys and clicks work. */
export async function interactive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const controls = [...document.querySelectorAll("header a, main button, main input, #results")];
    // React marks each element that it has hydrated.
    const isHydrated = (element: Element) =>
      Object.keys(element).some((name) => name.startsWith("__reactProps$"));
    return controls.length > 0 && controls.every(isHydrated);
  });
}

/** Waits until the network is idle, then as `interactive`: on a busy machine scripts still run then. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await interactive(page);
}

/** Waits, after hydration, until the code that the page loads while the browser is idle has run. */
export async function settled(page: Page): Promise<void> {
  await hydrated(page);
  await page.waitForFunction(async () => {
    const isLoaded = ({ src }: HTMLScriptElement) =>
      src === "" || performance.getEntriesByName(src).length > 0;
    // A script that has run may request another one, or render in the next turn.
    for (let turn = 0; turn < 3; turn++) {
      await new Promise<IdleDeadline>((idle) => requestIdleCallback(idle));
      if (![...document.scripts].every(isLoaded)) return false;
    }
    return true;
  });
}
