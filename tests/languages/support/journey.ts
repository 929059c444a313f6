import type { Locator, Page } from "@playwright/test";
import type { LanguageTag } from "../../../lib/contract/languages";
import { findViolations } from "../../e2e/support/axe";
import { ready } from "../../e2e/support/ready";
import { test as base, expect } from "../../e2e/support/watched-page";
import { englishIn, readPage } from "./left-texts";
import { type Texts, textsIn } from "./texts";

export { expect, ready };

/** A state of a page, checked and, with VITRINE_SCREENS, captured. */
type Look = (state: string) => Promise<void>;

type Journey = { tag: LanguageTag; t: Texts; isNarrow: boolean; look: Look };

/** A journey in the project's language at its width. */
export const test = base.extend<Journey>({
  tag: async ({ locale }, use) => use(locale as LanguageTag),
  t: async ({ tag }, use) => use(textsIn(tag)),
  isNarrow: async ({ viewport }, use) => use((viewport?.width ?? 0) < 700),
  look: async ({ page, tag }, use, testInfo) => {
    await use(async (state) => {
      await expectIn(tag, page);
      if (tag === "ar" || tag === "ja")
        expect([state, await findViolations(page)]).toEqual([state, []]);
      if (process.env.VITRINE_SCREENS) {
        await page.screenshot({
          path: testInfo.outputPath(`${state}.png`),
          animations: "disabled",
        });
      }
    });
  },
});

/** Expects that the page has no English text of ours, and nothing wider than the window. */
async function expectIn(tag: LanguageTag, page: Page): Promise<void> {
  const { texts, overflowPx } = await page.evaluate(readPage);
  expect([englishIn(tag, texts), overflowPx]).toEqual([[], 0]);
}

export const tilesOf = (page: Page) => page.locator("[data-image-id]");

export const button = (within: Page | Locator, name: string) =>
  within.getByRole("button", { name, exact: true });

/** The names of the shown images, in order. */
export const namesOn = (page: Page) =>
  tilesOf(page)
    .locator("> a img")
    .evaluateAll((all) => all.map((image) => image.getAttribute("alt") ?? ""));

/** Opens a search, and selects its first images. Returns their names. */
export async function select(page: Page, t: Texts, count: number): Promise<string[]> {
  await page.goto("/search?q=sea");
  await ready(page);
  const names = (await namesOn(page)).slice(0, count);
  for (const [rank, name] of names.entries()) {
    await tilesOf(page).nth(rank).hover();
    const box = tilesOf(page).nth(rank).getByRole("checkbox");
    await expect(box).toHaveAccessibleName(t("tile.select", { name }));
    await box.click();
  }
  await expect(barOf(page, t)).toContainText(t("selection.count", { count }));
  return names;
}

export const barOf = (page: Page, t: Texts) =>
  page.getByRole("region", { name: t("selection.title"), exact: true });

/** Saves images as a new collection, and opens it. Returns their names. */
export async function saveAsCoast(page: Page, t: Texts): Promise<string[]> {
  const names = await select(page, t, 3);
  await button(barOf(page, t), t("image-action.save")).click();
  await page.getByLabel(t("save.new"), { exact: true }).fill("Coast");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: t("save.open"), exact: true }).click();
  await expect(page.getByRole("heading", { name: "Coast" })).toBeVisible();
  await ready(page);
  return names;
}
