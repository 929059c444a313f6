import { expect, test } from "../support/watched-page";

test("a complete search by keyboard", async ({ page }) => {
  await page.goto("/search?q=mountain");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  // Four refinement menus and the palette, one tab stop each, precede the images.
  for (const name of ["Orientation", "Size", "Host", "Relevance"]) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name })).toBeFocused();
  }
  await expect(page.getByRole("listbox")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("option").first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("textbox", { name: /^Colour code/ })).toBeFocused();
  await page.keyboard.press("Tab");
  const pictures = page.locator("[data-image-id] > a");
  await expect(pictures.first()).toBeFocused();

  await page.keyboard.press("ArrowRight");
  await expect(pictures.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  const focused = () =>
    page.evaluate(() => document.activeElement?.getBoundingClientRect().toJSON() as DOMRect);
  const below = await focused();
  const above = await pictures.nth(1).evaluate((link) => link.getBoundingClientRect().toJSON());
  expect(below.top).toBeGreaterThan(above.bottom);
  expect(below.left).toBeLessThan(above.right);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(pictures.first()).toBeFocused();

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("city");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=city");
});

test("the list of shortcuts opens by key, and single-key shortcuts can be switched off", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("searchbox").press("?");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("searchbox").blur();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  await sheet.getByRole("checkbox", { name: /Single-key shortcuts/ }).uncheck();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).not.toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("searchbox")).toBeFocused();
});
