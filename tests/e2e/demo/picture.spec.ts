import { expect, test } from "../support/watched-page";

test("a result's source page opens and links to a search of its site", async ({ page }) => {
  await page.goto("/search?q=mountain");
  const tile = page.locator("[data-image-id]").first();
  const source = tile.getByRole("link", { name: /localhost$/ }).first();
  const host = (await source.textContent()) ?? "";
  await source.click();
  await expect(page.getByRole("heading", { level: 1 })).not.toBeEmpty();
  await expect(page.getByText("Not verified.")).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: host }).first()).toBeVisible();

  await page.getByRole("searchbox", { name: `Search ${host}` }).fill("mountain");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/search?q=mountain&site=${host}`);
});

test("a missing picture has a not-found page", async ({ page, watched }) => {
  const response = await page.goto("/library/no-such-picture");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  // The browser logs the 404 as an error.
  watched.complaints.length = 0;
});
