import { expect, type Page, test } from "@playwright/test";
import type { SearchAnswer } from "../../../lib/contract/search-answer";
import { findViolations } from "../support/axe";
import { ready } from "../support/ready";

/*
 * The journeys in the pseudo-locale: every text of the product is accented and longer, and the page
 * is laid out from right to left. A Latin word without accents is a text that cannot be translated.
 */

/** Search texts, and texts of the demo collection: data, which is the same in every language. */
const DATA = ["sea", "mountains", "flowers", "city", "patterns", "nowhere.example", "two+words"];

for (const width of [360, 1280]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("a search, its refinement and its filters", async ({ page }) => {
      await page.goto("/");
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      expect(await page.evaluate(selectorsByLanguage)).toEqual([]);
      await expectTranslated(page, DATA);

      await page.getByRole("searchbox").fill("sea");
      await page.getByRole("searchbox").press("Enter");
      await expect(page.locator("[data-image-id]").first()).toBeVisible();
      const data = [...DATA, ...(await dataOf(page, "sea"))];
      await expectTranslated(page, data);
      expect(await findViolations(page)).toEqual([]);

      const menus = ["orientation", "size", "host", "sort"];
      // Wide windows have the palette instead of this menu.
      if (width === 360) menus.push("colour");
      else await expect(page.getByRole("listbox")).toBeVisible();
      for (const menu of menus) {
        await page.locator(`[popovertarget="refine-by-${menu}"]`).click();
        await expect(page.locator(`#refine-by-${menu}`)).toBeVisible();
        await expectTranslated(page, data);
        await page.keyboard.press("Escape");
      }
      await page.locator('[popovertarget="refine-by-orientation"]').click();
      await page.locator("#refine-by-orientation a").nth(1).click();
      await expect(page).toHaveURL(/orientation=/);
      await expectTranslated(page, data);

      if (width === 360) await page.locator("[popovertarget=filters]").first().click();
      await page.locator("select[name=count]").selectOption("10");
      await expectTranslated(page, data);
      expect(await findViolations(page)).toEqual([]);
      await page.locator("#filters button[type=submit]:visible").click();
      await expect(page).toHaveURL(/count=10/);
      await expectTranslated(page, data);
    });

    test("the screens without images, a failure and a broken image", async ({ page }) => {
      const screens = [
        "/search?q=sea&site=nowhere.example&transparent=true",
        "/search?q=sea&site=two+words&count=5000&safesearch=off&transparent=x",
        "/search",
        "/library?folder=9/nowhere",
        "/nowhere",
      ];
      for (const url of screens) {
        await page.goto(url);
        await expectTranslated(page, DATA);
      }
      await page.route(/\/(thumb|library)\//, (route) => route.abort());
      await page.goto("/search?q=sea");
      await expect(page.locator("[data-phase=broken] button").first()).toBeVisible();
      await expectTranslated(page, [...DATA, ...(await dataOf(page, "sea"))]);
      await page.route(/\/api\/search/, (route) => route.abort());
      await page.getByRole("searchbox").fill("city");
      await page.getByRole("searchbox").press("Enter");
      await expect(page.locator("main a[aria-disabled]")).toBeVisible();
      await expectTranslated(page, DATA);
      expect(await findViolations(page)).toEqual([]);
    });

    test("the page of an image, privacy and the keyboard shortcuts", async ({ page }) => {
      for (const url of ["/sign-in?problem=wrong", "/invitation/used"]) {
        await page.goto(url);
        await expectTranslated(page, DATA);
        expect(await findViolations(page)).toEqual([]);
      }
      await page.goto("/about");
      await ready(page);
      await expectTranslated(page, DATA);
      await page.locator("footer nav a").first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectTranslated(page, DATA);
      expect(await findViolations(page)).toEqual([]);

      const [image] = await imagesOf(page, "sea");
      await page.goto(new URL(image?.hostUrl ?? "", page.url()).pathname);
      const data = await page.locator("main [dir=auto]").allInnerTexts();
      const host = (await page.locator("main dd").first().textContent()) ?? "";
      const text = (await page.locator("main").textContent()) ?? "";
      const file = text.match(/\u2068[A-Z]+\u2069, \u2068[\d.]+\skB\u2069/g) ?? [];
      await expectTranslated(page, [
        ...DATA,
        ...data,
        ...data.flatMap((text) => text.split(", ")),
        ...file,
        host,
      ]);
    });
  });
}

async function imagesOf(page: Page, q: string): Promise<SearchAnswer["images"]> {
  const response = await page.request.get(`/api/search?q=${q}`);
  return ((await response.json()) as SearchAnswer).images;
}

async function dataOf(page: Page, q: string): Promise<string[]> {
  const images = await imagesOf(page, q);
  // A broken image's tile breaks a host after its dots.
  return images.flatMap(({ name, host }) => [name, host, ...host.split(/(?<=\.)/)]);
}

/** Expects only pseudo text, except for `data`, and no horizontal overflow. */
async function expectTranslated(page: Page, data: readonly string[]) {
  expect(await page.evaluate(untranslatedTexts, [...data])).toEqual([]);
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx).toBe(0);
}

/**
 * Runs in the page: returns the style sheets' selectors that match by language. The build derives
 * them from selectors by direction, and their lists do not contain this locale's language.
 */
function selectorsByLanguage(): string[] {
  const selectorsOf = (rules: CSSRuleList): string[] =>
    [...rules].flatMap((rule) => [
      ...(rule instanceof CSSStyleRule ? [rule.selectorText] : []),
      ...("cssRules" in rule ? selectorsOf(rule.cssRules as CSSRuleList) : []),
    ]);
  return [...document.styleSheets]
    .flatMap(({ cssRules }) => selectorsOf(cssRules))
    .filter((selector) => selector.includes(":lang("));
}

/** Runs in the page: returns texts and text attributes with Latin words that are not in `data`. */
function untranslatedTexts(data: string[]): string[] {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    // A language is named in itself.
    if (parentElement?.closest("script, style, noscript, kbd, code, body [lang]") === null) {
      texts.push(nodeValue ?? "");
    }
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")) {
    for (const name of ["aria-label", "title", "alt", "placeholder"]) {
      texts.push(element.getAttribute(name) ?? "");
    }
  }
  const longestFirst = data.filter((text) => text !== "").sort((a, b) => b.length - a.length);
  return texts.filter((text) => {
    const ours = longestFirst.reduce((rest, word) => rest.replaceAll(word, ""), text);
    return /[A-Za-z]{2}/.test(ours.replace(/#[0-9a-f]{6}/gi, ""));
  });
}
