import { layoutShifts, watchLayoutShifts } from "../support/layout-shifts";
import { expect, searchesAsked, test } from "../support/watched-page";

test("each example on the shelf has pictures, and as many images as it says", async ({
  page,
  request,
}) => {
  await watchLayoutShifts(page);
  await page.goto("/");
  const examples = page.getByRole("region", { name: "Or start with one of these" });
  const floors = examples.getByRole("listitem");
  await expect(floors).toHaveCount(5);
  for (const floor of await floors.all()) {
    await expect(floor.locator("img")).toHaveCount(3);
    const link = floor.getByRole("link");
    const [, count] = /(\d+) images/.exec((await link.textContent()) ?? "") ?? [];
    const href = (await link.getAttribute("href")) ?? "";
    const answer = await (await request.get(`/api${href}&count=100`)).json();
    expect(answer.images).toHaveLength(Math.min(Number(count), 100));
  }
  await page.waitForLoadState("networkidle");
  expect(await layoutShifts(page)).toEqual([]);
});

test("a returning visitor continues the last search with its filters", async ({
  page,
  watched,
}) => {
  await page.goto("/search?q=city");
  await expect(page.locator("[data-image-id]").first()).toBeVisible();
  await page.goto("/search?q=sea&count=10");
  await expect(page.locator("[data-image-id]")).toHaveCount(10);
  await watchLayoutShifts(page);
  await page.goto("/");
  const last = page.getByRole("region", { name: "Continue where you left off" });
  await expect(last.locator("img")).toHaveCount(10);
  await expect(last).toContainText("10 images");
  await expect(page.getByRole("region", { name: "Recent searches" })).toContainText("city");
  await page.waitForLoadState("networkidle");
  expect(await layoutShifts(page)).toEqual([]);
  expect(searchesAsked(watched)).toEqual([]);
  await last.getByRole("link").click();
  await expect(page).toHaveURL("/search?q=sea&count=10");
  await expect(page.locator("[data-image-id]")).toHaveCount(10);
});
