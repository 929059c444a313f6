import type { Dictionary } from "./dictionary";
import { type QueryTerm, stemOf } from "./index-terms";
import { createRelatedTerms, type RelatedTerms } from "./related-terms";
import { createSpelling, type Spelling } from "./spelling";

/** What the steps of a search (`attempts`) ask about a library. */
export type Vocabulary = {
  /** Returns in how many pictures a term occurs, at most. */
  countOf(term: Pick<QueryTerm, "tokens" | "stem">): number;
  /** Whether a word of the library begins with a token. */
  hasBeginning(token: string): boolean;
} & Spelling &
  RelatedTerms;

/** A word, and the number of pictures that have it. */
export type CountedWord = readonly [word: string, count: number];

/**
 * Returns the words among the entries of an index, which also has the stems of words: "handl". An
 * entry is only a stem if it has inflections, no pictures but theirs, and is no English word.
 */
export function wordsAmong(
  entries: readonly CountedWord[],
  dictionary: Dictionary | null,
): CountedWord[] {
  const inflectedCounts = new Map<string, number>();
  for (const [entry, count] of entries) {
    const stem = stemOf(entry);
    if (stem !== entry) inflectedCounts.set(stem, (inflectedCounts.get(stem) ?? 0) + count);
  }
  return entries.filter(
    ([entry, count]) =>
      count > (inflectedCounts.get(entry) ?? 0) || (dictionary?.numberOf(entry) ?? -1) >= 0,
  );
}

/**
 * Creates the vocabulary of a library from its words (`wordsOf`), each once. The indexes of spellings
 * and of related words are built when they are first needed. Without a dictionary, no word has related
 * words.
 */
export function createVocabulary(
  words: readonly CountedWord[],
  dictionary: Dictionary | null,
): Vocabulary {
  const byCount = words.toSorted(
    ([one, oneCount], [other, otherCount]) => otherCount - oneCount || (one < other ? -1 : 1),
  );
  const counts = new Map<string, number>();
  const add = (key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count);
  for (const [word, count] of byCount) {
    add(word, count);
    const stem = stemOf(word);
    if (stem !== word) add(stem, count);
  }
  const alphabetic = byCount.map(([word]) => word).sort();
  let spelling: Spelling | undefined;
  let relatedTerms: RelatedTerms | undefined;
  const relatedTo = (word: string) => {
    if (dictionary === null) return [];
    relatedTerms ??= createRelatedTerms(
      dictionary,
      byCount.map(([each]) => each),
    );
    return relatedTerms.relatedTo(word);
  };
  return {
    relatedTo,
    countOf({ tokens, stem }) {
      const parts = tokens.length === 1 ? [stem] : tokens;
      return Math.min(...parts.map((part) => counts.get(part) ?? 0));
    },
    hasBeginning(token) {
      let from = 0;
      for (let to = alphabetic.length; from < to; ) {
        const middle = (from + to) >>> 1;
        if ((alphabetic[middle] as string) < token) from = middle + 1;
        else to = middle;
      }
      return alphabetic[from]?.startsWith(token) ?? false;
    },
    correctionsOf(word) {
      spelling ??= createSpelling(byCount);
      return spelling.correctionsOf(word);
    },
  };
}
