import type { Page } from "playwright";
import { onDeskPage } from "./desk-page";
import { type RendererMemory, rendererMemory } from "./renderer-memory";

const SUBJECTS = ["sea", "mountains", "flowers", "city", "patterns"];
const STEPS_PER_SEARCH = 4;
const SEARCHES_PER_SAVE = 5;

export type HoursOfUse = {
  half: RendererMemory;
  end: RendererMemory;
  stepCount: number;
  saveCount: number;
};

/**
 * Uses the gallery in one tab that never loads its page again: `searchCount` different searches, after
 * each four steps in the lightbox, after every fifth an image saved. Returns the memory after the first
 * half and at the end.
 */
export async function useForHours({
  origin,
  searchCount,
}: {
  origin: string;
  searchCount: number;
}): Promise<HoursOfUse> {
  const words = await wordsOfNames(origin);
  return onDeskPage(async ({ browser, page, session }) => {
    await session.send("Performance.enable");
    await page.goto(`${origin}/search?q=${SUBJECTS[0]}`);
    await page.locator("[data-ready]").first().waitFor({ state: "attached" });
    let half: RendererMemory | null = null;
    let [stepCount, saveCount] = [0, 0];
    for (let n = 0; n < searchCount; n += 1) {
      if (n === Math.floor(searchCount / 2)) half = await rendererMemory(browser, session);
      await searchFor(page, textOf(words, n));
      const images = page.locator("[data-image-id] > a:first-child");
      if ((await images.count()) === 0) continue;
      await images.first().click();
      await page.getByRole("dialog").waitFor();
      for (let step = 0; step < STEPS_PER_SEARCH; step += 1) {
        await page.keyboard.press("ArrowRight");
        stepCount += 1;
      }
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      if (n % SEARCHES_PER_SAVE === 0) {
        await save(page, saveCount === 0);
        saveCount += 1;
      }
    }
    const end = await rendererMemory(browser, session);
    return { half: half ?? end, end, stepCount, saveCount };
  });
}

async function searchFor(page: Page, text: string): Promise<void> {
  const field = page.getByRole("searchbox");
  await field.fill(text);
  await field.press("Enter");
  await page.waitForFunction((q) => document.title.startsWith(q), text);
  // Of the answer, not of the wait for it.
  const heading = page.getByRole("heading", { level: 1 });
  await heading.filter({ hasNotText: /^Searching/ }).waitFor();
}

async function save(page: Page, isFirst: boolean): Promise<void> {
  await page.locator("[data-image-id] > a").first().focus();
  await page.keyboard.press(isFirst ? "s" : "Shift+S");
  if (!isFirst) return;
  await page.getByRole("dialog").getByRole("textbox").fill("Hours");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Returns the words of many images' names. */
async function wordsOfNames(origin: string): Promise<string[]> {
  const words = new Set<string>();
  for (const subject of SUBJECTS) {
    const response = await fetch(`${origin}/api/search?q=${subject}&count=100`);
    const { images } = (await response.json()) as { images: { name: string }[] };
    for (const { name } of images) {
      for (const [word] of name.toLowerCase().matchAll(/[a-z]{4,}/g)) words.add(word);
    }
  }
  return [...words];
}

/** Returns the n-th text: each word alone, then pairs. */
function textOf(words: readonly string[], n: number): string {
  const [first = "", second = ""] = [words[n % words.length], words[(n * 7) % words.length]];
  return n < words.length ? first : `${first} ${second}`;
}
