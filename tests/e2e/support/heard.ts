import { expect, type Page } from "@playwright/test";

declare global {
  interface Window {
    heard: string[];
  }
}

/** Makes `expectHeard` work on the pages that are opened later. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.heard = [];
    let inside: Element | null = null;
    addEventListener("focusin", ({ target }) => {
      const dialog = (target as Element).closest("dialog[open]");
      if (dialog !== null && dialog !== inside) {
        const label = dialog.getAttribute("aria-labelledby");
        const name = label ? document.getElementById(label)?.textContent : dialog.ariaLabel;
        window.heard.push(`dialog ${name}`);
      }
      inside = dialog;
    });
    const regions = "[role=status], [role=alert], [role=log], [aria-live=polite]";
    const read = (region: Element | null | undefined) => {
      if (!region?.checkVisibility()) return;
      // A modal dialog hides the rest of the page from screen readers.
      const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
      if (modal && !modal.contains(region)) return;
      const text = (region.textContent ?? "").replace(/\s+/g, " ").trim();
      if (text !== "" && window.heard.at(-1) !== text) window.heard.push(text);
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        read(element?.closest(regions));
        // Of regions that arrive with their text, only alerts are read.
        for (const added of addedNodes) {
          if (!(added instanceof Element)) continue;
          if (added.matches("[role=alert]")) read(added);
          for (const alert of added.querySelectorAll("[role=alert]")) read(alert);
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/**
 * Waits until a screen reader has read exactly this since the last call, in order: announcements, the
 * names of dialogs that the focus entered, and last the focused element with its role, name, value and
 * states.
 */
export async function expectHeard(page: Page, lines: readonly (string | RegExp)[]): Promise<void> {
  const announced: string[] = [];
  const expected = lines.map((line) =>
    typeof line === "string" ? line : expect.stringMatching(line),
  );
  await expect(async () => {
    const next = await page.evaluate(() => window.heard.splice(0));
    // A quick answer is not waited for.
    announced.push(...next.filter((line) => !line.startsWith("Searching for")));
    const [focused = ""] = (await page.locator(":focus").ariaSnapshot()).split("\n");
    expect([...announced, focused.replace(/^- '?|'?:$/g, "")]).toEqual(expected);
  }).toPass({ timeout: 60_000 });
}
