import type { Page } from "@playwright/test";
import { ready } from "../support/ready";
import { expect, test } from "../support/watched-page";

/** Translates the page as browsers do, now and after each change: elements with copies replace texts. */
function translate(): void {
  const isTranslated = (text: Node) => text.parentElement?.closest("font, script, style") != null;
  const run = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
    for (const text of texts.filter((each) => each.data.trim() !== "" && !isTranslated(each))) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  run();
  new MutationObserver(run).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  });
}

const bar = (page: Page) => page.getByRole("region", { name: "Selection" });

test("a page that the browser translates keeps its numbers and works", async ({ page }) => {
  await page.goto("/search?q=sea");
  await ready(page);
  await page.evaluate(translate);
  const boxes = page.getByRole("checkbox", { name: /^Select: / });
  for (const [index, count] of ["1 selected", "2 selected", "3 selected"].entries()) {
    await boxes.nth(index).check();
    await expect(bar(page)).toContainText(count);
  }

  await page.getByRole("button", { name: "Orientation" }).click();
  await page.getByRole("menuitemradio", { name: /^Landscape/ }).click();
  const shown = page
    .getByRole("main")
    .locator("b")
    .getByText(/^\d+ of \d+$/);
  await expect(shown).toBeVisible();
  const landscape = await shown.textContent();
  await page.getByRole("button", { name: /^Orientation/ }).click();
  await page.getByRole("menuitemradio", { name: /^Portrait/ }).click();
  await expect(shown).not.toHaveText(landscape ?? "");
  await page.getByRole("link", { name: "Reset" }).click();
  await expect(shown).toHaveCount(0);

  await page.locator("[data-image-id] > a").first().click();
  const dialog = page.getByRole("dialog");
  const lightbox = dialog.first();
  await expect(lightbox).toContainText(/\b1 of \d+/);
  await page.keyboard.press("ArrowRight");
  await expect(lightbox).toContainText(/\b2 of \d+/);
  await page.keyboard.press("Shift+S");
  await page.getByRole("textbox", { name: "New collection" }).fill("Sea");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "New collection" })).toBeHidden();
  await expect(lightbox).toContainText("In Sea");
  await page.keyboard.press("ArrowRight");
  await expect(lightbox).toContainText(/\b3 of \d+/);
  await expect(lightbox).not.toContainText("In Sea");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  const field = page.getByRole("searchbox");
  await field.fill("boat");
  await field.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("“boat”");
  await expect(bar(page)).toContainText("3 selected");
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect(bar(page)).toHaveCount(0);
});
