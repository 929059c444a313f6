/**
 * Corrections of a misspelt word by the words of a library, with symmetric deletes: a word and its
 * misspelling become equal when letters are deleted from both (W. Garbe, SymSpell).
 */
export type Spelling = ReturnType<typeof createSpelling>;

/** Only the beginning of a word has deletes: that bounds their number, and finds the same words. */
const PREFIX_LETTERS = 7;
/** A beginning of seven letters has so many: none, one or two letters are deleted. */
const DELETES_MAX = 29;
const CORRECTED_LETTERS_MIN = 3;
/** Words of more letters may have two edits. */
const ONE_EDIT_LETTERS_MAX = 7;
/** A key has 53 bits: a hash of 32, and the number of a word. */
const WORDS_MAX = 2 ** 21;

const editsOf = (letters: number) => (letters > ONE_EDIT_LETTERS_MAX ? 2 : 1);

/**
 * Corrects by these words, each with its count. Creates their index when it is first needed: 12 MB and
 * 0.3 s for 60,000 words.
 */
export function createSpelling(words: readonly (readonly [word: string, count: number])[]) {
  let index: Float64Array | undefined;

  /** Returns the numbers of the words that have a delete with this hash. */
  function numbersWith(hash: number): number[] {
    index ??= createIndex(words.slice(0, WORDS_MAX));
    const first = hash * WORDS_MAX;
    let from = 0;
    for (let to = index.length; from < to; ) {
      const middle = (from + to) >>> 1;
      if ((index[middle] as number) < first) from = middle + 1;
      else to = middle;
    }
    let to = from;
    while ((index[to] ?? Infinity) < first + WORDS_MAX) to++;
    return Array.from(index.subarray(from, to), (key) => key - first);
  }

  return {
    /** Returns the nearest words, the best first; none for a word of fewer than three letters. */
    correctionsOf(word: string): string[] {
      if (word.length < CORRECTED_LETTERS_MIN || /\P{L}/u.test(word)) return [];
      const editsMax = editsOf(word.length);
      const numbers = new Set([...deletesOf(word, editsMax)].flatMap(numbersWith));
      const found = [...numbers].flatMap((number) => {
        const [candidate, count] = words[number] ?? ["", 0];
        // To a word of three letters only a letter is added: most others are abbreviations.
        if (word.length === CORRECTED_LETTERS_MIN && candidate.length <= word.length) return [];
        const distance = editDistance(word, candidate, editsMax);
        if (distance === 0 || distance > editsMax) return [];
        return { candidate, distance, isOtherFirst: candidate[0] === word[0] ? 0 : 1, count };
      });
      return found
        .sort(
          (one, other) =>
            one.distance - other.distance ||
            one.isOtherFirst - other.isOtherFirst ||
            other.count - one.count,
        )
        .map(({ candidate }) => candidate);
    },
  };
}

/** Returns the keys of the deletes of all words, in order. */
function createIndex(words: readonly (readonly [word: string, count: number])[]): Float64Array {
  const keys = new Float64Array(words.length * DELETES_MAX);
  let length = 0;
  words.forEach(([word], number) => {
    // A longer misspelling may have two edits: one of them may have added a letter.
    for (const hash of deletesOf(word, word.length >= ONE_EDIT_LETTERS_MAX - 1 ? 2 : 1))
      keys[length++] = hash * WORDS_MAX + number;
  });
  return keys.subarray(0, length).sort();
}

/** The hashes of a word's beginning, and of what is left of it after up to one or two deletes. */
function deletesOf(word: string, deletes: number): Set<number> {
  const length = Math.min(word.length, PREFIX_LETTERS);
  const hashes = new Set<number>();
  for (let first = -1; first < length; first++) {
    for (let second = deletes === 2 ? first : length; second <= length; second++) {
      let hash = 0x811c9dc5; // FNV-1a
      for (let i = 0; i < length; i++) {
        if (i !== first && i !== second) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
      }
      hashes.add(hash >>> 0);
    }
  }
  return hashes;
}

/**
 * Returns how many letters are added, removed, replaced or swapped with their neighbour between two
 * words (optimal string alignment); more than `max` if their lengths differ by more.
 */
function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  /** By the lengths of the beginnings of both words. */
  const edits = [Array.from({ length: other.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => edits[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    edits.push(row);
    for (let j = 1; j <= other.length; j++) {
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1),
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
