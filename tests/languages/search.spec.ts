import { layoutShifts, watchLayoutShifts } from "../e2e/support/layout-shifts";
import { barOf, button, expect, namesOn, ready, select, test, tilesOf } from "./support/journey";

test("a search, its filters, and none of them again", { tag: "@sample" }, async ({
  page,
  tag,
  t,
  isNarrow,
  look,
}) => {
  await watchLayoutShifts(page);
  await page.goto("/");
  await ready(page);
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", tag);
  await expect(html).toHaveAttribute("dir", tag === "ar" ? "rtl" : "ltr");
  await look("home");

  await page.getByRole("searchbox", { name: t("search-form.label") }).fill("sea");
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(t("results.first", { count: 24, query: "sea" }));
  await look("results");
  await page.reload();
  await ready(page);
  expect(await layoutShifts(page)).toEqual([]);

  const filters = page.locator("#filters");
  const open = async () => {
    if (isNarrow) await button(page, t("active-filters.filters")).click();
  };
  await open();
  await filters.getByText(t("search-form.moderate"), { exact: true }).click();
  await filters.getByLabel(t("search-form.hideTransparent")).check();
  await filters.getByRole("combobox", { name: t("search-form.count") }).selectOption("10");
  const site = filters.getByLabel(t("search-form.siteLabel"));
  const apply = button(filters, t("search-form.apply", { cost: "free" }));
  await site.fill("two words");
  await apply.click();
  await expect(filters.getByText(t("search-form.invalidSite"))).toBeVisible();
  await look("filters");
  await site.fill("nowhere.example");
  await apply.click();
  await expect(page).toHaveURL(
    "/search?q=sea&count=10&safesearch=moderate&transparent=true&site=nowhere.example",
  );
  await expect(heading).toHaveText(
    t("empty-results.noneOnSite", { query: "sea", site: "nowhere.example" }),
  );
  await look("no-images");
  await page.getByRole("link", { name: t("empty-results.clearFilters") }).click();
  await expect(page).toHaveURL("/search?q=sea&count=10");
  await expect(tilesOf(page)).toHaveCount(10);
  await ready(page);
  await open();
  await filters.getByRole("combobox", { name: t("search-form.count") }).selectOption("24");
  await apply.click();
  await expect(page).toHaveURL("/search?q=sea");
  await expect(tilesOf(page)).toHaveCount(24);
});

test("the answer is refined, and Back restores it", async ({ page, t, isNarrow, look }) => {
  await page.goto("/search?q=sea");
  await ready(page);
  const choose = async (menu: string, item: number) => {
    await button(page, t(`refinement.${menu}`)).click();
    const chosen = page.getByRole("menuitemradio").nth(item);
    const shown = Number((await chosen.textContent())?.match(/\d+$/)?.[0]);
    if (menu === "orientation") {
      await expect(chosen).toContainText(t("refinement-choices.landscape"));
      await look("menu");
    }
    await chosen.click();
    await expect(tilesOf(page)).toHaveCount(shown);
    await expect(
      page.getByText(t("refinement-choices.shown", { shown, total: 24 }), { exact: true }),
    ).toBeVisible();
    return shown;
  };
  const landscapes = await choose("orientation", 1);
  const menu = t("refinement.orientation");
  const choice = t("refinement-choices.landscape");
  await expect(button(page, t("refinement.chosen", { menu, choice }))).toBeFocused();
  await choose("size", 1);
  await page.goBack();
  await expect(tilesOf(page)).toHaveCount(landscapes);
  if (isNarrow) {
    await choose("colour", 1);
  } else {
    const palette = page.getByRole("listbox", { name: t("refinement-choices.paletteHelp") });
    await palette.getByRole("option").first().click();
  }
  await expect(page).toHaveURL(/&orientation=landscape&colou?r=\w+/);
  await look("refined");
  await page.getByRole("link", { name: t("refinement-choices.reset"), exact: true }).click();
  await expect(tilesOf(page)).toHaveCount(24);
  await expect(page).toHaveURL("/search?q=sea");
  await page.goBack();
  await expect(page).toHaveURL(/orientation=landscape/);
});

test("the lightbox by keyboard and mouse: arrows follow the eye", { tag: "@sample" }, async ({
  page,
  tag,
  t,
  look,
}) => {
  await page.goto("/search?q=sea");
  await ready(page);
  const [, second = "", third = ""] = await namesOn(page);
  const links = tilesOf(page).locator("> a");
  const [forward, back] = tag === "ar" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
  await links.first().focus();
  await page.keyboard.press(forward);
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  const lightbox = page.getByRole("dialog");
  const shows = async (position: number, name: string) => {
    await expect(lightbox).toContainText(t("lightbox.position", { position, count: 24 }));
    await expect(lightbox.getByRole("heading").first()).toHaveText(name);
  };
  await shows(2, second);
  await look("lightbox");
  await page.keyboard.press(forward);
  await shows(3, third);
  await page.keyboard.press(back);
  await shows(2, second);
  const next = lightbox.getByRole("link", { name: t("lightbox.next") });
  const previous = lightbox.getByRole("link", { name: t("lightbox.previous") });
  const xOf = async (link: typeof next) => (await link.boundingBox())?.x ?? 0;
  expect((await xOf(next)) > (await xOf(previous))).toBe(tag !== "ar");
  await next.click();
  await shows(3, third);
  await page.keyboard.press("Escape");
  await expect(lightbox).toBeHidden();
  await expect(links.nth(2)).toBeFocused();
  await links.nth(1).click();
  await shows(2, second);
  await lightbox.getByRole("link", { name: t("lightbox.close"), exact: true }).click();
  await expect(lightbox).toBeHidden();
  await expect(links.nth(1)).toBeFocused();
});

test("a selection, its bar, all images, and none", async ({ page, t, look }) => {
  await select(page, t, 2);
  const bar = barOf(page, t);
  for (const name of ["image-action.save", "image-action.export", "selection.clear"]) {
    await expect(button(bar, t(name))).toBeVisible();
  }
  await look("selection");
  const more = button(bar, t("selection.more"));
  await more.click();
  await look("selection-menu");
  await page.getByRole("menuitem", { name: t("selection.all", { count: 24 }) }).click();
  await expect(bar).toContainText(t("selection.count", { count: 24 }));
  await more.click();
  await page.getByRole("menuitem", { name: t("selection.invert") }).click();
  await expect(bar).toBeHidden();
  await select(page, t, 1);
  await button(bar, t("selection.clear")).click();
  await expect(bar).toBeHidden();
  await expect(page.getByRole("status").filter({ hasText: /./ })).toHaveText(
    t("selection.cleared"),
  );
});
