import { stemOf } from "./index-terms";
import { IRREGULAR_BASES } from "./irregular-forms";

/**
 * English words, from a text that `npm run build:wordnet` writes. Its first two lines have one letter for
 * each sense: its depth (deeper senses after it are kinds of it), and what sort of thing it is. The
 * other lines are words that are spelled right, in alphabetical order, each with the numbers of its main
 * senses, from 1. A negative number: the word has several sorts of senses, and which is meant is unknown.
 * 0: a name of persons.
 */
export type Dictionary = ReturnType<typeof openDictionary>;

/** Opens a dictionary. Words are looked up in its text, because a map of them takes 8 MB. */
export function openDictionary(text: string) {
  const [depths = "", sorts = ""] = text.split("\n", 2);
  const depthOf = (sense: number) => depths.charCodeAt(sense - 1);
  const firstWord = depths.length + sorts.length + 2;

  /** Returns the senses of a word in this form; null if the text lacks it. */
  function find(word: string): number[] | null {
    for (let from = firstWord, to = text.length; from < to; ) {
      const start = text.lastIndexOf("\n", ((from + to) >>> 1) - 1) + 1;
      const end = text.indexOf("\n", start);
      const line = text.slice(start, end);
      if (`${line} `.startsWith(`${word} `)) return line.split(" ").slice(1).map(Number);
      if (line < word) from = end + 1;
      else to = start;
    }
    return null;
  }

  /** Returns the senses of a noun in any form (in the order of WordNet's morphy). */
  function findNoun(word: string): number[] | null {
    if (!/^[a-z]+$/.test(word)) return null;
    const irregular = IRREGULAR_BASES.get(word) ?? word;
    const regular = [/s$/, /es$/].map((ending) => word.replace(ending, ""));
    const forms = new Set([word, irregular, ...regular, word.replace(/ies$/, "y")]);
    for (const form of forms) {
      const senses = find(form);
      if (senses !== null) return senses;
    }
    return null;
  }

  return {
    /** Whether a folded word, or what it is an inflection of, is spelled right. */
    knows(word: string): boolean {
      const ofVerb = /(?:ed|ing)$/.test(word) ? [stemOf(word), `${stemOf(word)}e`] : [];
      return findNoun(word) !== null || ofVerb.some((form) => find(form) !== null);
    },
    /** Whether a folded word is nothing but a name of persons. */
    isName: (word: string) => find(word)?.includes(0) ?? false,
    /** Returns the main senses of a folded word, or of its singular. */
    sensesOf: (word: string) => findNoun(word)?.filter((sense) => sense !== 0) ?? [],
    /** Returns the last sense that is a kind of a sense; the sense itself if it has no kinds. */
    lastKindOf(sense: number) {
      let last = sense;
      while (depthOf(last + 1) > depthOf(sense)) last++;
      return last;
    },
    /** Returns the sense that a sense is a kind of; 0 if there is none. */
    parentOf(sense: number) {
      let parent = sense;
      while (parent > 0 && depthOf(parent) >= depthOf(sense)) parent--;
      return parent;
    },
    /** Returns what sort of thing a sense is. */
    sortOf: (sense: number) => sorts.charAt(sense - 1),
  };
}
