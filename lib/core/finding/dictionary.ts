import { IRREGULAR_BASES } from "./irregular-forms";

/**
 * English words with vectors and senses, read in place from the bytes of one file. `npm run
 * build:vectors` writes it, in little-endian numbers of 32 bits: how many words, dimensions, senses of
 * words, and synsets there are; where each word ends in the text, from 0; where each word's senses
 * end, from 0; the synset of each sense; of each synset, the synset that it is a kind of (itself if
 * there is none). Then follow the vectors in bytes, and the words in ASCII, sorted.
 */
export type Dictionary = {
  dimensions: number;
  /** The vector of each word, one after the other. */
  vectors: Int8Array;
  /** The synsets of all words, one word after the other. */
  senses: Uint32Array;
  /** Where the synsets of each word begin; those of the next word follow. */
  senseStarts: Uint32Array;
  /** The synset that each synset is a kind of. */
  parents: Uint32Array;
  /** Returns the number of a folded word, or of its base form; -1 if the dictionary lacks it. */
  numberOf(word: string): number;
};

/** @throws RangeError if the bytes end early. */
export function openDictionary(bytes: Uint8Array): Dictionary {
  let at = bytes.byteOffset;
  const numbers = (length: number) => {
    const view = new Uint32Array(bytes.buffer, at, length);
    at += view.byteLength;
    return view;
  };
  const [wordCount = 0, dimensions = 0, senseCount = 0, synsetCount = 0] = numbers(4);
  const ends = numbers(wordCount + 1);
  const senseStarts = numbers(wordCount + 1);
  const senses = numbers(senseCount);
  const parents = numbers(synsetCount);
  const vectors = new Int8Array(bytes.buffer, at, wordCount * dimensions);
  const text = bytes.subarray(at - bytes.byteOffset + vectors.length);

  /** Orders the word of a number and another as their characters. */
  function compare(number: number, word: string): number {
    const start = ends[number] as number;
    const length = (ends[number + 1] as number) - start;
    for (let i = 0; i < Math.min(length, word.length); i++) {
      const difference = (text[start + i] as number) - word.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return length - word.length;
  }

  function lookUp(word: string): number {
    let from = 0;
    for (let to = wordCount; from < to; ) {
      const middle = (from + to) >>> 1;
      if (compare(middle, word) < 0) from = middle + 1;
      else to = middle;
    }
    return from < wordCount && compare(from, word) === 0 ? from : -1;
  }

  return {
    dimensions,
    vectors,
    senses,
    senseStarts,
    parents,
    numberOf(word) {
      for (const form of baseForms(word)) {
        const number = lookUp(form);
        if (number >= 0) return number;
      }
      return -1;
    },
  };
}

/** The word, and what it may be an inflection of. */
function baseForms(word: string): string[] {
  return [
    word,
    IRREGULAR_BASES.get(word) ?? word,
    ...INFLECTIONS.filter(([ending]) => ending.test(word)).map(([ending, base]) =>
      word.replace(ending, base),
    ),
  ];
}

/** In the order of their trial (as in WordNet's morphy). */
const INFLECTIONS = [
  [/s$/, ""],
  [/es$/, ""],
  [/ies$/, "y"],
  [/(?:ed|ing)$/, "e"],
  [/(?:ed|ing)$/, ""],
  [/(.)\1(?:ed|ing)$/, "$1"],
] as const;
