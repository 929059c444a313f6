import type { Dictionary } from "./dictionary";
import { stemOf } from "./index-terms";

/** Words of a library, the most frequent first. */
export type RelatedTerms = ReturnType<typeof createRelatedTerms>;

const RELATED_MAX = 60;
/** A sense with more kinds, such as "object", is too general to say what a picture shows. */
const KINDS_MAX = 6_000;
/** A sense with more kinds joins things that have little to do with each other. */
const NEAR_KINDS_MAX = 150;
const NEAR_STEPS = 2;
const NEAR_MAX = 4;

/**
 * Finds the words of a library, with the number of pictures of each, in the dictionary, when they are
 * first needed.
 */
export function createRelatedTerms(dictionary: Dictionary, counts: ReadonlyMap<string, number>) {
  let bySense: Map<number, string[]> | undefined;

  function wordsBySense(): Map<number, string[]> {
    const words = new Map<number, string[]>();
    for (const word of counts.keys()) {
      for (const sense of dictionary.sensesOf(word)) {
        words.set(sense, [...(words.get(sense) ?? []), word]);
      }
    }
    return words;
  }

  /** Returns the words with a sense from `first` to `last`; if `sort` is given, with one of that sort. */
  function wordsOf(first: number, last: number, sort = ""): string[] {
    bySense ??= wordsBySense();
    const found: string[] = [];
    for (let sense = first; sense <= last; sense++) {
      if (sort === "" || sort === dictionary.sortOf(sense))
        found.push(...(bySense.get(sense) ?? []));
    }
    return found;
  }

  /** The most frequent, each once, without those of these stems. */
  const best = (found: string[], max: number, stems: ReadonlySet<string>) =>
    [...new Set(found)]
      .filter((word) => !stems.has(stemOf(word)))
      .sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))
      .slice(0, max);

  return {
    /** Returns synonyms of a word, and words for kinds of it; at most 60 each. */
    relatedTo(word: string) {
      const asked = dictionary.sensesOf(word);
      const same = asked.flatMap((sense) => wordsOf(Math.abs(sense), Math.abs(sense)));
      const synonyms = best(same, RELATED_MAX, new Set([stemOf(word)]));
      const kinds = asked.flatMap((sense) => {
        const last = dictionary.lastKindOf(sense);
        return sense < 0 || last - sense > KINDS_MAX ? [] : wordsOf(sense + 1, last);
      });
      const stems = new Set([word, ...synonyms].map(stemOf));
      return { synonyms, kinds: best(kinds, RELATED_MAX, stems) };
    },
    /** Returns at most four words for other kinds of what a word is a kind of, of the same sort. */
    nearTo(word: string): string[] {
      const stems = new Set([stemOf(word)]);
      for (const sense of dictionary.sensesOf(word)) {
        let above = sense;
        for (let step = 0; step < NEAR_STEPS; step++) {
          above = dictionary.parentOf(above);
          const last = dictionary.lastKindOf(above);
          if (last - above > NEAR_KINDS_MAX) break;
          const near = wordsOf(above, last, dictionary.sortOf(sense));
          const isFirst = (word: string, i: number, all: readonly string[]) =>
            all.findIndex((other) => stemOf(other) === stemOf(word)) === i;
          const found = best(near, near.length, stems).filter(isFirst).slice(0, NEAR_MAX);
          if (found.length > 0) return found;
        }
      }
      return [];
    },
  };
}
