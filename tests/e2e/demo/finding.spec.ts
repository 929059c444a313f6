import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe";
import { expect, test } from "../support/watched-page";

/** What a search of one's own pictures finds besides the words as typed, and what is suggested. */
const WIDTHS = [360, 1280];

const suggestions = (page: Page) => page.getByRole("navigation", { name: "Suggestions" });

for (const width of WIDTHS) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, hasTouch: width < 768 });

    test("a typo, a sentence and a phrase are understood, and the page says how", async ({
      page,
    }) => {
      const names = () =>
        page
          .locator("[data-image-id] img")
          .evaluateAll((images) => images.map((image) => image.getAttribute("alt") ?? ""));
      await page.goto("/search?q=mountian");
      await expect(page.getByText("Showing images for “mountain”.")).toBeVisible();
      await page.goto(`/search?q=${encodeURIComponent("please show me a picture of a red door")}`);
      const understood = await names();
      await page.goto("/search?q=red+door");
      const asTyped = await names();
      expect(understood.slice(0, 3)).toEqual(asTyped.slice(0, 3));
      await page.goto(`/search?q=${encodeURIComponent('"mountain lake"')}`);
      for (const name of await names()) expect(name).toMatch(/mountain lake/i);
      expect(await findViolations(page)).toEqual([]);
    });

    test("words of the library are suggested while typing, by keyboard and by touch", async ({
      page,
    }) => {
      await page.goto("/");
      const field = page.getByRole("searchbox");
      await field.click();
      await field.pressSequentially("lightho");
      const first = suggestions(page).getByRole("link").first();
      await expect(first).toHaveText("lighthouse");
      expect(await findViolations(page, { part: "form[role=search]" })).toEqual([]);
      if (width < 768) await first.tap();
      else {
        await page.keyboard.press("ArrowDown");
        await expect(first).toBeFocused();
        await page.keyboard.press("Escape");
        await expect(field).toBeFocused();
        await expect(suggestions(page)).toBeHidden();
        await field.pressSequentially("u");
        await expect(first).toBeVisible();
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
      }
      await expect(page).toHaveURL("/search?q=lighthouse");
      await expect(page.locator("[data-image-id]").first()).toBeVisible();
      await expect(suggestions(page)).toBeHidden();
      await field.click();
      await field.fill("red doo");
      await expect(suggestions(page).getByRole("link").first()).toHaveText("red door");
    });
  });
}
