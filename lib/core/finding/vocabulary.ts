import type { Dictionary } from "./dictionary";
import { type QueryTerm, STEM_MARK } from "./index-terms";
import { createRelatedTerms, type RelatedTerms } from "./related-terms";
import { createSpelling, type Spelling } from "./spelling";

/** What the searches for a question (`Attempt`) ask about the words of a library. */
export type Vocabulary = {
  /** Returns in how many pictures a term occurs, at most. */
  countOf(term: Pick<QueryTerm, "tokens" | "stem">): number;
  /** Whether a word is spelled right: an English word, an inflection of one, or a name of persons. */
  knows(word: string): boolean;
  /** Whether a word is nothing but a name of persons. */
  isName(word: string): boolean;
  /** Returns the words of the library that begin with a token, the most frequent first. */
  beginningWith(token: string, max: number): string[];
} & Spelling &
  RelatedTerms;

/** A word, or a marked stem, and the number of pictures that have it. */
export type CountedWord = readonly [word: string, count: number];

/**
 * Creates the vocabulary of a library from the entries of its index (`indexedText`), each once. The
 * indexes of spellings and of related words are built when they are first needed. Without a
 * dictionary, no word has related words.
 */
export function createVocabulary(
  entries: readonly CountedWord[],
  dictionary: Dictionary | null,
): Vocabulary {
  const counts = new Map(entries);
  const byCount = entries
    .filter(([word]) => !word.startsWith(STEM_MARK))
    .sort(
      ([one, oneCount], [other, otherCount]) => otherCount - oneCount || (one < other ? -1 : 1),
    );
  let spelling: Spelling | undefined;
  let relatedTerms: RelatedTerms | undefined;
  const related = () => {
    if (dictionary !== null) relatedTerms ??= createRelatedTerms(dictionary, counts);
    return relatedTerms;
  };
  const countOf = (word: string) => counts.get(word) ?? 0;
  return {
    countOf: ({ tokens, stem }) =>
      stem !== null && tokens.length === 1
        ? Math.max(countOf(tokens[0] ?? ""), countOf(stem) + countOf(`${STEM_MARK}${stem}`))
        : Math.min(...tokens.map(countOf)),
    knows: (word) => dictionary?.knows(word) ?? false,
    isName: (word) => dictionary?.isName(word) ?? false,
    beginningWith: (token, max) =>
      byCount
        .map(([word]) => word)
        .filter((word) => word.length > token.length && word.startsWith(token))
        .slice(0, max),
    correctionsOf(word) {
      spelling ??= createSpelling(byCount);
      return spelling.correctionsOf(word);
    },
    relatedTo: (word) => related()?.relatedTo(word) ?? { synonyms: [], kinds: [] },
    nearTo: (word) => related()?.nearTo(word) ?? [],
  };
}
