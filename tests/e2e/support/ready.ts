import type { Page } from "@playwright/test";

/**
 * Waits until the page is hydrated, and the code that it loads while the browser is idle has run
 * (lib/client/on-idle-or-interaction.ts). Keys and clicks work then.
 */
export async function ready(page: Page): Promise<void> {
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
}
