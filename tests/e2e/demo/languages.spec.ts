import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { LANGUAGES, type LanguageTag } from "../../../lib/contract/languages";
import { findViolations } from "../support/axe";
import { layoutShifts, watchLayoutShifts } from "../support/layout-shifts";
import { ready } from "../support/ready";
import { expect, test } from "../support/watched-page";

type Translations = Record<string, { en: string; text: string }>;

const folder = (locale: string) => new URL(`../../../lib/messages/${locale}/`, import.meta.url);

const read = (locale: string, name: string): Translations =>
  JSON.parse(readFileSync(new URL(name, folder(locale)), "utf8"));

/** A text without parameters, as the page shows it. */
const text = (locale: string, subject: string, key: string) =>
  read(locale, `${subject}.json`)[key]?.text ?? "";

/** The English texts without parameters that a language says otherwise. */
function englishTexts(locale: string): string[] {
  const files = readdirSync(folder(locale)).filter((name) => name.endsWith(".json"));
  const all = files.flatMap((name) => Object.values(read(locale, name)));
  // "Download" may be the word for something else.
  const own = new Set(all.map(({ text }) => text));
  return all.map(({ en }) => en).filter((en) => !own.has(en) && !en.includes("{"));
}

/** Expects that the page has no English text of ours, and nothing wider than the window. */
async function expectIn(locale: LanguageTag, page: Page) {
  const left = await page.evaluate((english) => {
    const texts: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode;
      // Names of images are data.
      if (parentElement?.closest("script, style, noscript, kbd, code, [dir=auto]") == null) {
        texts.push(nodeValue ?? "");
      }
    }
    for (const name of ["aria-label", "title", "placeholder"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        texts.push(element.getAttribute(name) ?? "");
      }
    }
    return texts.filter((each) => english.includes(each.trim()));
  }, englishTexts(locale));
  expect(left).toEqual([]);
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx).toBe(0);
}

/** By language, the widths of its journey: long texts and mirrored pages also on a phone. */
const WIDTHS: [LanguageTag, number[]][] = [
  ["ar", [360, 1280]],
  ["de", [360, 1280]],
  ["es", [1280]],
  ["fr", [1280]],
  ["ja", [360]],
];

for (const [locale, widths] of WIDTHS) {
  for (const width of widths) {
    test.describe(`${LANGUAGES[locale]} at ${width} px`, () => {
      test.use({ locale, viewport: { width, height: 900 } });

      test("search, lightbox, save, collections, settings", async ({ page, watched }) => {
        await watchLayoutShifts(page);
        await page.goto("/");
        await ready(page);
        const html = page.locator("html");
        await expect(html).toHaveAttribute("lang", locale);
        await expect(html).toHaveAttribute("dir", locale === "ar" ? "rtl" : "ltr");
        await expectIn(locale, page);

        await page.getByRole("searchbox").fill("sea");
        await page.getByRole("searchbox").press("Enter");
        const tiles = page.locator("[data-image-id] > a");
        await expect(tiles.nth(3)).toBeVisible();
        await expectIn(locale, page);
        await page.reload();
        await ready(page);
        expect(await layoutShifts(page)).toEqual([]);
        if (locale === "ar" || locale === "ja") expect(await findViolations(page)).toEqual([]);

        // Arrow keys follow the eye: in Arabic, the next image is on the left.
        const forward = locale === "ar" ? "ArrowLeft" : "ArrowRight";
        await tiles.first().focus();
        await page.keyboard.press(forward);
        await expect(tiles.nth(1)).toBeFocused();
        await page.keyboard.press("Enter");
        const lightbox = page.getByRole("dialog").first();
        await expect(lightbox).toContainText("2");
        const shown = await lightbox.getByRole("heading").first().textContent();
        await page.keyboard.press(forward);
        await expect(lightbox.getByRole("heading").first()).not.toHaveText(shown ?? "");
        await expectIn(locale, page);
        if (locale === "ar" || locale === "ja") expect(await findViolations(page)).toEqual([]);

        await page.keyboard.press("Shift+S");
        const name = page.getByRole("textbox", { name: text(locale, "save", "new") });
        await name.fill("Sea");
        await expectIn(locale, page);
        await page.keyboard.press("Enter");
        await expect(name).toBeHidden();
        await page.goto("/collections");
        await ready(page);
        await expect(page.getByText("Sea", { exact: true }).first()).toBeVisible();
        await expectIn(locale, page);

        // Next renders these in the browser alone. A shared link has its content behind the "#".
        for (const path of ["/library/no-such-picture", "/collections/shared#1.x"]) {
          await page.goto(path);
          await expect(page.getByRole("heading").first()).toBeVisible();
          await expectIn(locale, page);
        }
        await expect(page.getByRole("button", { name: "English" })).toHaveCount(0);
        expect(watched.complaints.splice(0)).toEqual([expect.stringContaining("404 (Not Found)")]);

        await page.goto("/settings");
        await ready(page);
        await page.getByRole("button", { name: "English" }).click();
        await expect(html).toHaveAttribute("lang", "en");
        await expect(page).toHaveURL("/settings");
        await page.goto(`/search?q=sea&lang=${locale}`);
        await expect(page).toHaveURL("/search?q=sea");
        await expect(html).toHaveAttribute("lang", locale);
      });
    });
  }
}
