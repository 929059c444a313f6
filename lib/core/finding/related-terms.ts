import type { Dictionary } from "./dictionary";
import { stemOf } from "./index-terms";
import { IRREGULAR_BASES } from "./irregular-forms";

/** Words of a library, the most frequent first. */
export type RelatedTerms = {
  /** Returns synonyms of a word, and words for kinds of it; at most 60 each. */
  relatedTo(word: string): { synonyms: string[]; kinds: string[] };
  /** Returns at most four words for what a word is a kind of, and for other kinds of that. */
  nearTo(word: string): string[];
};

const RELATED_MAX = 60;
/** A line with more kinds, such as "object", is too general to say what a picture shows. */
const KINDS_MAX = 6_000;
/** A line with more kinds joins things that have little to do with each other. */
const NEAR_KINDS_MAX = 150;
const NEAR_STEPS = 2;
const NEAR_MAX = 4;

const FORMS = new Map<string, string[]>();
for (const [form, base] of IRREGULAR_BASES) FORMS.set(base, [...(FORMS.get(base) ?? []), form]);

/** Returns a noun and its plurals, by which pictures of a synonym or a kind are found. */
function nounsOf(word: string): string[] {
  const plural = /(?:[sxz]|[cs]h)$/.test(word) ? `${word}es` : `${word}s`;
  const plurals = [/[^aeiou]y$/.test(word) ? word.replace(/y$/, "ies") : plural];
  return [...new Set([word, ...plurals, ...(FORMS.get(word) ?? [])])];
}

/** Finds the words of a library, with the number of pictures of each, in the dictionary. */
export function createRelatedTerms(
  dictionary: Dictionary,
  counts: ReadonlyMap<string, number>,
): RelatedTerms {
  /** The words of the library by lines of the dictionary. */
  const words = new Map<number, string[]>();
  for (let line = 0; line < dictionary.lineCount; line++) {
    const forms = dictionary.wordsOf(line).flatMap(nounsOf);
    const found = forms.filter((form) => counts.has(form));
    if (found.length > 0) words.set(line, found);
  }

  /** The words of the lines from `first` to `last`. */
  function wordsIn(first: number, last: number): string[] {
    const found: string[] = [];
    for (let line = first; line <= last; line++) found.push(...(words.get(line) ?? []));
    return found;
  }

  /** The most frequent, each once, without those of these stems. */
  const best = (found: string[], max: number, stems: ReadonlySet<string>) =>
    [...new Set(found)]
      .filter((word) => !stems.has(stemOf(word)))
      .sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))
      .slice(0, max);

  return {
    relatedTo(word) {
      const asked = dictionary.linesOf(word);
      const same = asked.flatMap((line) => wordsIn(line, line));
      const synonyms = best(same, RELATED_MAX, new Set([stemOf(word)]));
      const kinds = asked.flatMap((line) => {
        const last = dictionary.lastKindOf(line);
        return last - line > KINDS_MAX ? [] : wordsIn(line + 1, last);
      });
      const stems = new Set([word, ...synonyms].map(stemOf));
      return { synonyms, kinds: best(kinds, RELATED_MAX, stems) };
    },
    nearTo(word) {
      const stems = new Set([stemOf(word)]);
      for (const line of dictionary.linesOf(word)) {
        for (const above of dictionary.aboveOf(line).slice(0, NEAR_STEPS)) {
          const last = dictionary.lastKindOf(above);
          if (last - above > NEAR_KINDS_MAX) break;
          const found = best(wordsIn(above, last), NEAR_MAX * 2, stems);
          const byStem = new Map(found.toReversed().map((each) => [stemOf(each), each]));
          if (found.length > 0) return [...byStem.values()].reverse().slice(0, NEAR_MAX);
        }
      }
      return [];
    },
  };
}
