import { expect, type Page, test } from "@playwright/test";

const tilesOf = (page: Page) => page.locator("[data-image-id]");

/** The images' ids in the order shown. */
const order = (page: Page) =>
  tilesOf(page).evaluateAll((tiles) => tiles.map((tile) => (tile as HTMLElement).dataset.imageId));

test("a collection in two tabs: saved, reordered by key, removed, undone, shared", async ({
  page,
  context,
}) => {
  await page.goto("/search?q=sea");
  for (const rank of [0, 1, 2]) {
    await tilesOf(page).nth(rank).hover();
    await tilesOf(page).nth(rank).getByRole("checkbox").click();
  }
  const saved = await order(page);
  await page.getByRole("button", { name: "Save to collection" }).click();
  await page.getByLabel("New collection").fill("Coast");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "Open", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Coast" })).toBeVisible();
  await expect.poll(() => order(page)).toEqual(saved.slice(0, 3));

  const other = await context.newPage();
  await other.goto(page.url());
  await expect(tilesOf(other)).toHaveCount(3);

  await tilesOf(page).first().getByRole("button", { name: "Options" }).focus();
  await page.keyboard.press("ArrowRight");
  const moved = [saved[1], saved[0], saved[2]];
  await expect.poll(() => order(page)).toEqual(moved);
  await expect(page.locator(":focus")).toHaveAccessibleName(/^Options/);
  await expect.poll(() => order(other)).toEqual(moved);

  await tilesOf(other).nth(1).locator("a").first().focus();
  await other.keyboard.press("Delete");
  await expect(tilesOf(page)).toHaveCount(2);
  await other.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => order(page)).toEqual(moved);

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.bringToFront();
  await page.getByRole("button", { name: "Share as link" }).click();
  await expect(page.getByText("Link copied.")).not.toHaveCount(0);
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(other.getByText("Shared with you, not saved in this browser")).toBeVisible();
  await expect.poll(() => order(other)).toEqual(moved);
  const link = other.url();
  await tilesOf(other).nth(1).locator("a").first().click();
  await expect(other.getByRole("dialog")).toContainText("2 of 3");
  await other.reload();
  await expect(other.getByRole("dialog")).toContainText("2 of 3");
  await other.keyboard.press("Escape");
  await expect(other).toHaveURL(link);
  await tilesOf(other)
    .first()
    .getByRole("button", { name: /^More: / })
    .click();
  await expect(other.getByRole("menuitem", { name: "Save to Coast" })).toBeFocused();

  await page.goto("/");
  await expect(page.getByRole("link", { name: "Coast" })).toBeVisible();
});
