import type { Page } from "@playwright/test";
import { layoutShifts, watchLayoutShifts } from "../support/layout-shifts";
import { ready } from "../support/ready";
import { expect, searchesAsked, test } from "../support/watched-page";

test("a text that another program shares stands in the field, and nothing is searched", async ({
  page,
  request,
  watched,
}) => {
  const manifest = await (await request.get("/manifest.webmanifest")).json();
  const { action, params } = manifest.share_target;
  await page.goto(`${action}?${new URLSearchParams({ [params.text]: 'a "sea" <b>' })}`);
  await ready(page);
  await expect(page.getByRole("searchbox")).toHaveValue('a "sea" <b>');
  expect(searchesAsked(watched)).toEqual([]);
});

test("each example on the shelf has pictures, and finds as many images as it says", async ({
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
  await ready(page);
  expect(await layoutShifts(page)).toEqual([]);
});

test("what of the home page's HTML may arrive later moves nothing before it", async ({ page }) => {
  await page.goto("/");
  const examples = page.getByRole("region", { name: "Or start with one of these" });
  await expect(examples.getByRole("listitem")).toHaveCount(5);
  const places = () =>
    examples.locator("img:first-child").evaluateAll((all) =>
      all.map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height];
      }),
    );
  const before = await places();
  expect(before).toHaveLength(5);
  await examples.locator("img:last-child").evaluateAll((all) => {
    for (const each of all) each.remove();
  });
  expect(await places()).toEqual(before);
  // Without its content, the button would be narrow, and grow.
  const submit = page.locator("button[type=submit]").first();
  await expect(submit).toBeVisible();
  await submit.locator("svg").evaluate((icon) => icon.remove());
  await expect(submit).toBeHidden();
});

test("a returning visitor continues the last search with its filters", async ({
  page,
  watched,
}) => {
  await search(page, "q=city");
  await search(page, "q=sea&count=10");
  await watchLayoutShifts(page);
  await page.goto("/");
  const last = page.getByRole("region", { name: "Continue where you left off" });
  await expect(last.locator("img")).toHaveCount(10);
  await expect(last).toContainText("10 images");
  await expect(page.getByRole("region", { name: "Recent searches" })).toContainText("city");
  await ready(page);
  expect(await layoutShifts(page)).toEqual([]);
  expect(searchesAsked(watched)).toEqual([]);
  await last.getByRole("link").click();
  await expect(page).toHaveURL("/search?q=sea&count=10");
  await expect(page.locator("[data-image-id]")).toHaveCount(10);
});

test("recent searches can be removed and switched off", async ({ page }) => {
  for (const query of ["q=flowers", "q=mountain", "q=city"]) await search(page, query);
  await page.goto("/");
  const last = page.getByRole("region", { name: "Continue where you left off" });
  const others = page.getByRole("region", { name: "Recent searches" });
  await expect(last.getByRole("link")).toContainText("city");
  await expect(others.getByRole("link")).toHaveText([/^mountain/, /^flowers/]);
  await others.getByRole("button", { name: "Remove mountain from recent searches" }).click();
  await expect(others.getByRole("link")).toHaveText([/^flowers/]);
  await page.getByRole("button", { name: "Stop saving searches" }).click();
  await expect(last).toBeHidden();
  await page.goto("/search?q=city");
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Save recent searches" })).toBeVisible();
  await expect(last).toBeHidden();
});

/** Searches and touches the page, which saves the search. */
async function search(page: Page, query: string): Promise<void> {
  await page.goto(`/search?${query}`);
  const saved = () => page.evaluate(() => localStorage.getItem("vitrine.recent"));
  await expect(async () => {
    await page.keyboard.press("Shift");
    expect(await saved()).toContain(query);
  }).toPass();
}
