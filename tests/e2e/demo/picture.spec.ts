import { findViolations } from "../support/axe";
import { ready } from "../support/ready";
import { expect, test } from "../support/watched-page";

test("a picture's page leads to its neighbours, back to the answer, and on by keyword", async ({
  page,
}) => {
  await page.goto("/search?q=mountain&count=10");
  const tiles = page.locator("[data-image-id]");
  const names = await tiles
    .getByRole("img")
    .evaluateAll((images) => images.map((image) => image.getAttribute("alt")));
  await tiles.nth(1).locator('a[href^="/library/"]').last().click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(names[1] ?? "");
  await expect(page.getByText("2 of 10")).toBeVisible();
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(heading).toHaveText(names[2] ?? "");
  await page.getByRole("link", { name: "Previous", exact: true }).click();
  await expect(heading).toHaveText(names[1] ?? "");
  await page.getByRole("link", { name: "Previous", exact: true }).click();
  await expect(heading).toHaveText(names[0] ?? "");
  await expect(page.getByRole("link", { name: "Previous", exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "All results for “mountain”" }).click();
  await expect(page).toHaveURL("/search?q=mountain&count=10");

  await tiles.first().locator('a[href^="/library/"]').last().click();
  const keyword = page.getByRole("definition").getByRole("listitem").getByRole("link").first();
  const text = (await keyword.textContent()) ?? "";
  await keyword.click();
  await expect(heading).toContainText(`for “${text}”`);
});

test("a picture's page searches everything, and its file has the picture's name", async ({
  page,
}) => {
  await page.goto("/search?q=mountain");
  await page.locator("[data-image-id]").first().locator('a[href^="/library/"]').last().click();
  await expect(page.getByText("CC0").first()).toBeVisible();
  const name = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe(`${name}.webp`);

  await page.getByRole("searchbox").fill("sea");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?q=sea");
});

test("a picture's page copies its credit and saves it, as the image that a search finds", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/search?q=mountain");
  const tile = page.locator("[data-image-id]").first();
  const id = await tile.getAttribute("data-image-id");
  await tile.locator('a[href^="/library/"]').last().click();
  await expect(page).toHaveURL(/\/library\//);
  const name = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await ready(page);
  await page.getByRole("button", { name: "Copy credit" }).click();
  await expect(page.getByText("Credit copied").first()).toBeVisible();
  const credit = await page.evaluate(() => navigator.clipboard.readText());
  expect(credit).toContain(name);
  expect(credit).toContain("CC0");
  await page.getByRole("button", { name: "Save to collection" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Summits");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "Open", exact: true })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.goto(`/search?q=mountain&image=${id}`);
  await expect(page.getByRole("dialog").getByRole("link", { name: "Summits" })).toBeVisible();
});

test("a search without an image shows images with corrected words, and says so", async ({
  page,
}) => {
  await page.goto("/search?q=mountian");
  await expect(page.getByText("No exact match. Showing images for “mountain”.")).toBeVisible();
  await expect(page.locator("[data-image-id]").first()).toBeVisible();
  await page.goto("/search?q=ocean&site=empty.localhost");
  await expect(
    page.getByRole("heading", { name: "No images for “ocean” from empty.localhost" }),
  ).toBeVisible();
  await page.getByRole("link", { name: "Search all sites" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("for “ocean”");
});

test("a missing picture has a not-found page", async ({ page, watched }) => {
  const response = await page.goto("/library/no-such-picture");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  // The browser logs the 404 as an error.
  watched.complaints.length = 0;
});
