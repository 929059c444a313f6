import { IRREGULAR_BASES } from "./irregular-forms";

/**
 * English words, from a text that `npm run build:wordnet` writes. Each line has a number and the words
 * with one main sense in common, separated by spaces. The number is the depth of the line: deeper lines
 * below it are kinds of it. Words after a hyphen have several meanings: `linesOf` finds them, but
 * `wordsOf` leaves them out. The last two lines, which `lineCount` leaves out, have the other words that
 * are spelled right, and names of persons.
 */
export type Dictionary = {
  /** Whether a folded word, or what it is an inflection of, is spelled right. */
  knows(word: string): boolean;
  /** Whether a folded word is nothing but a name of persons. */
  isName(word: string): boolean;
  /** Returns the lines of a folded word, or of its singular. */
  linesOf(word: string): number[];
  /** Returns the words of a line by which pictures are found. */
  wordsOf(line: number): string[];
  /** Returns the last line that is a kind of a line; the line itself if it has no kinds. */
  lastKindOf(line: number): number;
  /** Returns the lines that a line is a kind of, the nearest first. */
  aboveOf(line: number): number[];
  /** How many lines have synonyms or kinds: all but the last two. */
  lineCount: number;
};

const SPACE = 0x20;
const LETTER = 0x61;

/** Opens a dictionary, and looks words up in its text, in place. */
export function openDictionary(text: string): Dictionary {
  const starts: number[] = [];
  for (let at = 0; at >= 0; at = text.indexOf("\n", at) + 1 || -1) starts.push(at);
  const depths = starts.map((start) => Number.parseInt(text.slice(start, start + 3), 10));
  const lineCount = starts.length - 2;

  function lineAt(place: number): number {
    let from = 0;
    for (let to = starts.length - 1; from < to; ) {
      const middle = (from + to + 1) >>> 1;
      if ((starts[middle] as number) <= place) from = middle;
      else to = middle - 1;
    }
    return from;
  }

  /** Places of the words in the text, by the hash of the word: a map of strings takes 8 MB. */
  const places = new Uint32Array(2 ** Math.ceil(Math.log2(text.length / 4 + 8)));
  const slots = places.length - 1;
  for (let at = 0, end = 0; end < text.length; at = end + 1) {
    for (end = at; text.charCodeAt(end) > SPACE; ) end++;
    if (text.charCodeAt(at) < LETTER) continue;
    let slot = hashOf(text, at, end) & slots;
    while (places[slot] !== 0) slot = (slot + 1) & slots;
    places[slot] = at;
  }

  /** The lines that have a word, also the last two. */
  function find(word: string): number[] {
    const lines: number[] = [];
    let slot = hashOf(word, 0, word.length) & slots;
    for (; places[slot] !== 0; slot = (slot + 1) & slots) {
      const at = places[slot] as number;
      const isWhole = /^$|[ \n]/.test(text.charAt(at + word.length));
      if (isWhole && text.startsWith(word, at)) lines.push(lineAt(at));
    }
    return lines.sort((one, other) => one - other);
  }

  function findBase(word: string, inflections: readonly Inflection[]): number[] {
    for (const form of /^[a-z]+$/.test(word) ? baseForms(word, inflections) : []) {
      const lines = find(form);
      if (lines.length > 0) return lines;
    }
    return [];
  }

  return {
    knows: (word) => findBase(word, [...OF_NOUNS, ...OF_VERBS]).length > 0,
    isName: (word) => find(word).includes(starts.length - 1),
    linesOf: (word) => findBase(word, OF_NOUNS).filter((line) => line < lineCount),
    wordsOf: (line) =>
      text
        .slice(starts[line], (starts[line + 1] as number) - 1)
        .replace(/ - .*/, "")
        .split(" ")
        .slice(1),
    lastKindOf(line) {
      let last = line;
      while (last + 1 < lineCount && (depths[last + 1] as number) > (depths[line] as number))
        last++;
      return last;
    },
    aboveOf(line) {
      const above: number[] = [];
      let depth = depths[line] as number;
      for (let at = line - 1; depth > 0; at--) {
        if ((depths[at] as number) >= depth) continue;
        above.push(at);
        depth = depths[at] as number;
      }
      return above;
    },
    lineCount,
  };
}

/** FNV-1a */
function hashOf(text: string, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** The word, and what it may be an inflection of. */
function baseForms(word: string, inflections: readonly Inflection[]): string[] {
  return [
    word,
    IRREGULAR_BASES.get(word) ?? word,
    ...inflections.flatMap(([ending, base]) =>
      ending.test(word) ? word.replace(ending, base) : [],
    ),
  ];
}

type Inflection = readonly [ending: RegExp, base: string];
/** In the order of their trial (as in WordNet's morphy). */
const OF_NOUNS: readonly Inflection[] = [
  [/s$/, ""],
  [/es$/, ""],
  [/ies$/, "y"],
];
const OF_VERBS: readonly Inflection[] = [
  [/(?:ed|ing)$/, "e"],
  // "tipping", never "tiping"
  [/(?<![^aeiou][aeiou][^aeiou])(?:ed|ing)$/, ""],
  [/(.)\1(?:ed|ing)$/, "$1"],
  [/ied$/, "y"],
];
