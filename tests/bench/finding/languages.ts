import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { readDictionary } from "@/lib/service/finding/read-dictionary";
import { openMemoryLibrary } from "@/lib/state/open-library";
import {
  aPictureRecord,
  NO_FILTERS,
  savePictures,
} from "@/tests/support/databases/picture-records";

const LANGUAGES = ["de", "es", "fi", "fr", "hu", "ja", "ru", "zh"];
const PLACES = 24;
const QUESTIONS_MAX = 600;

type Emoji = { label: string; tags?: string[] };

/**
 * Asks for the pictures of each language by their tags, which only their labels can answer (both of
 * emojibase-data): words as typed, and helpfully. Returns the mean recall of both, and how many of the
 * labels are the first result of themselves.
 */
export async function measureLanguages(): Promise<
  { language: string; questions: number; exact: number; helpful: number; named: number }[]
> {
  const dictionary = readDictionary();
  const rows: Awaited<ReturnType<typeof measureLanguages>> = [];
  for (const language of LANGUAGES) {
    const file = resolve(`tests/bench/node_modules/emojibase-data/${language}/data.json`);
    const emoji = JSON.parse(readFileSync(file, "utf8")) as Emoji[];
    const library = openMemoryLibrary(dictionary);
    await savePictures(
      library,
      emoji.map(({ label }, i) => aPictureRecord({ id: String(i), name: label })),
    );
    const find = async (q: string, isExact: boolean, count = PLACES) =>
      (await library.find({ ...NO_FILTERS, isExact, count, q })).pictures;
    const byTag = new Map<string, Set<string>>();
    for (const [i, { tags = [] }] of emoji.entries()) {
      for (const tag of tags) byTag.set(tag, (byTag.get(tag) ?? new Set()).add(String(i)));
    }
    const asked = sampleOf([...byTag], QUESTIONS_MAX);
    const recall = async (isExact: boolean) => {
      let sum = 0;
      for (const [tag, relevant] of asked) {
        const found = await find(tag, isExact);
        const hits = found.filter(({ id }) => relevant.has(id)).length;
        sum += hits / Math.min(PLACES, relevant.size);
      }
      return sum / asked.length;
    };
    let named = 0;
    const labels = sampleOf(emoji, QUESTIONS_MAX);
    for (const { label } of labels) {
      const [first] = await find(label, false, 1);
      if (first?.name === label) named += 1 / labels.length;
    }
    const [exact, helpful] = [await recall(true), await recall(false)];
    rows.push({ language, questions: asked.length, exact, helpful, named });
    await library.close();
  }
  return rows;
}

/** Returns at most `max` of the items, the same each time. */
export function sampleOf<Item>(items: readonly Item[], max: number): Item[] {
  const step = Math.max(1, items.length / max);
  return Array.from(
    { length: Math.min(items.length, max) },
    (_, i) => items[Math.floor(i * step)] as Item,
  );
}
