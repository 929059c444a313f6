import type { Dictionary } from "./dictionary";

/** The words of a library that mean something similar. */
export type RelatedTerms = {
  /** Returns at most 12 words, the nearest first; none for a word that the dictionary lacks. */
  relatedTo(word: string): string[];
};

const RELATED_MAX = 12;
/** Below it, words have less to do with each other than most people would expect. */
const SIMILARITY_MIN = 0.3;
/** What a relation adds to the cosine of two vectors; exact in 32 bits. */
const SYNONYM = 0.5;
/** "dog" for "animal" */
const KIND = 0.375;
/** "animal" for "dog" */
const IS_A = 0.25;
/** How far above a word its kinds still say what it is. */
const IS_A_STEPS = 4;

/** Finds the words of a library, the most frequent first, in the dictionary: 0.1 s for 60,000. */
export function createRelatedTerms(dictionary: Dictionary, words: readonly string[]): RelatedTerms {
  const { dimensions, vectors, senses, senseStarts, parents } = dictionary;
  /** The most frequent of the inflections of each. */
  const byNumber = new Map<number, string>();
  for (const word of words) {
    const number = dictionary.numberOf(word);
    if (number >= 0 && !byNumber.has(number)) byNumber.set(number, word);
  }
  const numbers = Uint32Array.from(byNumber.keys());
  const lengths = Float32Array.from(numbers, (number) => Math.sqrt(dotProduct(number, number)));

  function dotProduct(one: number, other: number): number {
    const [from, to] = [one * dimensions, other * dimensions];
    let sum = 0;
    for (let i = 0; i < dimensions; i++) {
      sum += (vectors[from + i] as number) * (vectors[to + i] as number);
    }
    return sum;
  }

  /** Returns what each synset adds to the similarity of its words with a word: 0 for most. */
  function relationsOf(asked: number): Float32Array {
    const relations = new Float32Array(parents.length).fill(Number.NaN);
    const own = senses.subarray(senseStarts[asked], senseStarts[asked + 1]);
    for (let synset of own) {
      for (let step = 0; step < IS_A_STEPS; step++) {
        synset = parents[synset] as number;
        relations[synset] = IS_A;
      }
    }
    for (const synset of own) relations[synset] = SYNONYM;
    const relationOf = (synset: number): number => {
      const known = relations[synset] as number;
      if (!Number.isNaN(known)) return known;
      const parent = parents[synset] as number;
      const above = parent === synset ? 0 : relationOf(parent);
      relations[synset] = above === SYNONYM || above === KIND ? KIND : 0;
      return relations[synset] as number;
    };
    for (let synset = 0; synset < parents.length; synset++) relationOf(synset);
    return relations;
  }

  return {
    relatedTo(word) {
      const asked = dictionary.numberOf(word);
      if (asked < 0) return [];
      const length = Math.sqrt(dotProduct(asked, asked));
      const relations = relationsOf(asked);
      const found: { number: number; similarity: number }[] = [];
      for (let i = 0; i < numbers.length; i++) {
        const number = numbers[i] as number;
        if (number === asked) continue;
        let relation = 0;
        const end = senseStarts[number + 1] as number;
        for (let at = senseStarts[number] as number; at < end; at++) {
          relation = Math.max(relation, relations[senses[at] as number] as number);
        }
        const cosine = dotProduct(asked, number) / (length * (lengths[i] as number));
        const similarity = cosine + relation;
        if (similarity >= SIMILARITY_MIN) found.push({ number, similarity });
      }
      return found
        .sort((one, other) => other.similarity - one.similarity || one.number - other.number)
        .slice(0, RELATED_MAX)
        .map(({ number }) => byNumber.get(number) as string);
    },
  };
}
