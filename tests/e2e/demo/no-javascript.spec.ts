import { expect, test } from "../support/watched-page";

test.use({ javaScriptEnabled: false });

test("search, filters, results and sources work without scripts", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("searchbox").fill("mountain");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL("/search?q=mountain");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("images for “mountain”");

  await page.getByLabel("Count").selectOption("10");
  await page.getByRole("checkbox", { name: "Hide transparent images" }).check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("10 images for “mountain”");
  await expect(page.getByRole("checkbox", { name: "Hide transparent images" })).toBeChecked();

  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/search?q=mountain&count=10");

  await page
    .locator("[data-image-id]")
    .first()
    .getByRole("link", { name: /localhost$/ })
    .first()
    .click();
  await expect(page.getByText("Rights", { exact: true })).toBeVisible();
});

test("settings are saved without scripts: theme, size of images, filters of a new search", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.getByRole("radio", { name: "Large" }).check();
  await page.getByRole("radio", { name: "Moderate" }).check();
  await page.getByLabel("Images per search").selectOption("10");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your settings are saved")).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("radio", { name: "Large" })).toBeChecked();

  // From the search field of another page, and from the form of the home page.
  await page.getByRole("searchbox").fill("mountain");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL("/search?q=mountain&count=10&safesearch=moderate");
  await page.goto("/");
  await expect(page.getByText("Moderate safe search")).toBeVisible();
  // A link contains all of its filters.
  await page.goto("/search?q=mountain");
  await expect(page.getByLabel("Count")).toHaveValue("24");
});

test("an image has a page of its own, with its neighbours and a preview for other sites", async ({
  page,
}) => {
  await page.goto("/search?q=mountain");
  const tiles = page.locator("[data-image-id]");
  const names = await tiles
    .getByRole("img")
    .evaluateAll((images) => images.map((image) => image.getAttribute("alt") ?? ""));
  await tiles.nth(1).getByRole("link").first().click();
  await expect(page).toHaveURL(/q=mountain&image=/);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(names[1] ?? "");
  await expect(page).toHaveTitle(`${names[1]} · Vitrine`);
  const preview = await page.locator('meta[property="og:image"]').getAttribute("content");
  // A busy server refuses a thumbnail for the moment.
  const made = async () => (await page.request.get(new URL(preview ?? "").pathname)).ok();
  await expect.poll(made).toBe(true);
  await page.getByRole("link", { name: "Next image" }).click();
  await expect(heading).toHaveText(names[2] ?? "");
  await page.getByRole("link", { name: "Previous image" }).click();
  await expect(heading).toHaveText(names[1] ?? "");
  await page.getByRole("link", { name: "Previous image" }).click();
  await expect(page.getByRole("link", { name: "Previous image" })).toHaveCount(0);
  await expect(page.getByText(/Licence as stated: /).first()).toBeVisible();
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL("/search?q=mountain");
  await expect(page.getByText("no longer in this answer")).toHaveCount(0);

  await page.goto("/search?q=mountain&image=gone");
  await expect(page.getByText("The linked image is no longer in this answer.")).toBeVisible();
  await expect(tiles).toHaveCount(24);
});

test("every link of the grid is a tab stop without scripts", async ({ page }) => {
  await page.goto("/search?q=mountain");
  await page.locator("[data-image-id] > a").first().focus();
  for (const link of await page.locator("[data-image-id]:nth-of-type(-n+2) a").all()) {
    await expect(link).toBeFocused();
    await page.keyboard.press("Tab");
  }
});

test("controls that need scripts are not shown", async ({ page }) => {
  await page.goto("/search?q=mountain");
  await expect(page.getByRole("button", { name: "Theme" })).toBeHidden();
  await page.getByRole("link", { name: "Keyboard shortcuts" }).click();
  await expect(page).toHaveURL("/about#keys");
  await page.goto("/library/8acc3b00808b9bfcb2a0248d");
  await expect(page.getByRole("link", { name: "Download" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy credit" })).toBeHidden();
});

test("on a narrow screen the filters open without scripts", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/search?q=mountain");
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Count").selectOption("10");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.locator("[data-image-id]")).toHaveCount(10);
});

test("the palette's colours are links", async ({ page }) => {
  await page.goto("/search?q=sea&count=50");
  const blue = page.getByRole("link", { name: /^Blue \d+$/ });
  const count = Number((await blue.textContent())?.match(/\d+$/)?.[0]);
  await blue.click();
  await expect(page).toHaveURL("/search?q=sea&count=50&colour=blue");
  await expect(page.locator("[data-image-id]")).toHaveCount(count);
  await expect(blue).toHaveAttribute("aria-current", "true");
  await blue.click();
  await expect(page).toHaveURL("/search?q=sea&count=50");
});

test("refinement works without scripts, also from a URL", async ({ page }) => {
  await page.goto("/search?q=sea&count=50");
  await expect(page.getByRole("button", { name: "Orientation" })).toBeHidden();
  await page.getByLabel("Any orientation").selectOption("portrait");
  await page.getByLabel("Order").selectOption("largest");
  await page.getByRole("button", { name: "Refine" }).click();
  await expect(page).toHaveURL(/q=sea&count=50&orientation=portrait.*sort=largest/);
  await page.waitForLoadState();
  const count = await page.locator("[data-image-id]").count();
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(50);
  await expect(page.getByText(`${count} of 50`, { exact: true })).toBeVisible();
  await expect(page.getByLabel("Any orientation")).toHaveValue("portrait");
  await page.getByRole("link", { name: "Show all 50" }).click();
  await expect(page.locator("[data-image-id]")).toHaveCount(50);
});

test("the library is browsed without scripts: filters, pages and a random look", async ({
  page,
}) => {
  const tiles = page.locator("[data-image-id]");
  await page.goto("/");
  await page.getByRole("link", { name: /^Browse all/ }).click();
  await expect(page).toHaveURL("/library");
  await expect(tiles).toHaveCount(48);
  const firstOf = () => tiles.first().getAttribute("data-image-id");
  const newest = await firstOf();
  await tiles.first().getByRole("link").first().click();
  await expect(page.getByText("1 of 48")).toBeVisible();
  await page.getByRole("link", { name: "Close" }).click();
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page).toHaveURL("/library?page=2");
  expect(await firstOf()).not.toBe(newest);

  await page.getByText("Colour", { exact: true }).click();
  const blue = page.getByRole("link", { name: /^Blue \d+$/ });
  const count = Number(((await blue.textContent()) ?? "").replace(/\D/g, ""));
  await blue.click();
  await expect(page).toHaveURL("/library?colour=blue");
  await expect(page.getByText(`${count} images`, { exact: true })).toBeVisible();
  await expect(tiles).toHaveCount(Math.min(count, 48));
  await page.getByRole("link", { name: "Show all images" }).click();

  await page.getByRole("link", { name: "Random", exact: true }).click();
  await expect(page).toHaveURL(/random=/);
  const random = await firstOf();
  await page.reload();
  expect(await firstOf()).toBe(random);
  await page.getByRole("link", { name: "Another random look" }).click();
  await expect.poll(firstOf).not.toBe(random);
});

test("a picture is reported from its page without scripts", async ({ page }) => {
  await page.goto("/search?q=mountain");
  await page.locator('[data-image-id] a[href^="/library/"]').first().click();
  await page.getByText("Report", { exact: true }).click();
  await page.getByRole("radio", { name: "Wrong credit" }).check();
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(
    page.getByText("Reported. The operator of this server will review it."),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "All results for “mountain”" })).toBeVisible();
});
