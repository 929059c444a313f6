import { type Dictionary, openDictionary } from "./dictionary";
import { type QueryTerm, STEM_MARK } from "./index-terms";
import { createRelatedTerms, type RelatedTerms } from "./related-terms";
import { createSpelling, type Spelling } from "./spelling";

/** What the searches for a question (`Attempt`) ask about the words of a library. */
export type Vocabulary = {
  /** Returns in how many pictures a term occurs, at most. */
  countOf(term: Pick<QueryTerm, "tokens" | "stem">): number;
  /** Returns the words of the library that begin with a token, the most frequent first. */
  beginningWith(token: string, max: number): string[];
} & Pick<Dictionary, "knows" | "isName"> &
  Spelling &
  RelatedTerms;

/** A word, or a marked stem, and the number of pictures that have it. */
export type CountedWord = readonly [word: string, count: number];

const EMPTY = openDictionary("");

/** Creates the vocabulary of a library from the entries of its index (`indexedText`), each once. */
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
  const countOf = (word: string) => counts.get(word) ?? 0;
  return {
    ...(dictionary ?? EMPTY),
    ...createSpelling(byCount),
    ...createRelatedTerms(dictionary ?? EMPTY, counts),
    countOf: ({ tokens, stem }) =>
      stem !== null && tokens.length === 1
        ? Math.max(countOf(tokens[0] ?? ""), countOf(stem) + countOf(`${STEM_MARK}${stem}`))
        : Math.min(...tokens.map(countOf)),
    beginningWith: (token, max) =>
      byCount
        .flatMap(([word]) => (word !== token && word.startsWith(token) ? word : []))
        .slice(0, max),
  };
}
