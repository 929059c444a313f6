import { ready } from "../support/ready";
import { expect, test } from "../support/watched-page";

/** Waits for the first scan, which is short for nine photographs. */
test.beforeAll(async ({ request }) => {
  await expect
    .poll(async () => (await (await request.get("/api/service")).json()).pictureCount)
    .toBe(9);
});

test("a photograph is found by its title and by its file name, and is displayed with its licence", async ({
  page,
}) => {
  // "Boats in River" is its title, "nagasaki-boats" its file name.
  await page.goto("/search?q=river+nagasaki+boats");
  const picture = page.getByRole("img", { name: "Boats in River, Nagasaki" });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  await picture.click();
  const licence = page.getByRole("dialog").getByRole("definition").filter({ hasText: "getty.edu" });
  await expect(licence).toBeVisible();
  expect(await licence.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
});

test("the home page shows the newest photographs, and leads to all of them", async ({ page }) => {
  await page.goto("/");
  const shelf = page.getByRole("region", { name: "From your library" });
  await expect(shelf.getByRole("link", { name: /^Newest/ }).locator("img")).toHaveCount(9);
  await shelf.getByRole("link", { name: "Browse all images" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your library");
  const tiles = page.locator("[data-image-id]");
  await expect(tiles).toHaveCount(9);
  // No file of these states when the picture was taken.
  await expect(page.getByRole("link", { name: "Date taken" })).toHaveCount(0);
  // Until then, a tile's link opens another document.
  await ready(page);
  await tiles.first().getByRole("link").first().click();
  await expect(page.getByRole("dialog")).toContainText("1 of 9");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog")).toContainText("2 of 9");
  await expect(page).toHaveURL(/\/library\?image=/);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/library");
});

test("the service in use is named", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("contentinfo")).toContainText("Your library, 9 images");
});

test("a picture without a source has a page on this server, which shows the path of its file", async ({
  page,
}) => {
  await page.goto("/search?q=canyon");
  const tile = page.locator("[data-image-id]").first();
  await expect(tile).not.toContainText("localhost");
  const folder = tile.locator('a[href^="/library/"]').last();
  const name = (await folder.textContent()) ?? "";
  expect(name).not.toMatch(/^\/|localhost/);
  await folder.click();
  await expect(page).toHaveURL(/\/library\/\w+\?q=canyon$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Black Cañon");
  const facts = page.getByRole("definition");
  await expect(facts.filter({ hasText: name }).first()).toBeVisible();
  await expect(facts.filter({ hasText: "black-canyon.jpg" })).toBeVisible();
});

test("own pictures are refined by folder", async ({ page }) => {
  await page.goto("/search?q=photographs");
  await page.getByRole("button", { name: "Folder" }).click();
  await page.getByRole("menuitemcheckbox").first().click();
  await expect(page).toHaveURL(/&host=/);
});

test("each filter changes the answer", async ({ request }) => {
  const names = async (parameters: string) => {
    const answer = await (await request.get(`/api/search?${parameters}`)).json();
    return answer.images.map((image: { name: string }) => image.name);
  };
  // A quoted word has no synonyms.
  expect(await names("q=%22boats%22")).toEqual(["[Boats in River, Nagasaki]"]);
  expect(await names("q=boats&site=elsewhere.example")).toEqual([]);
  expect(await names("q=%22boats%22&transparent=true")).toEqual(["[Boats in River, Nagasaki]"]);
  expect((await names("q=photographs")).length).toBeGreaterThan(1);
  expect(await names("q=photographs&count=1")).toHaveLength(1);
});
