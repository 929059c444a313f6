import "server-only";
import { foldText } from "@/lib/core/finding/fold-text";
import { queryTerms, significantTerms } from "@/lib/core/finding/index-terms";
import { oneEditFrom } from "@/lib/service/spelling";
import type { LibraryPicture, LibraryQuery, LibraryStore } from "@/lib/state/library-store";

/** The search that replaced a query which finds nothing. */
export type Relaxed = {
  /** In the order of the query. */
  words: string[];
  /** Whether every picture found has all of the words, or at least one. */
  match: "all" | "any";
};

/** Maximum number of words to correct; each takes lookups of a few hundred spellings. */
const CORRECTIONS_MAX = 3;
/** How many spellings to try, and how many pictures to read for each. */
const CANDIDATES_MAX = 5;
const READ_MAX = 10;

/**
 * Searches with fewer requirements, for a query that finds nothing. Returns the result of the first
 * of these searches that finds a picture, or null:
 *
 * 1. all significant words; a word that is in no picture is replaced by a word one edit of spelling
 *    away, or dropped;
 * 2. the same without the least specific word, which is in the most pictures;
 * 3. any of the words.
 */
export async function findRelaxed(
  store: LibraryStore,
  query: LibraryQuery,
): Promise<{ pictures: LibraryPicture[]; relaxed: Relaxed } | null> {
  const words = await knownTerms(store, query);
  const [mostCommon] = words.toSorted((one, other) => other.count - one.count);
  const attempts = [
    { tried: words, match: "all" },
    { tried: words.filter((word) => word !== mostCommon), match: "all" },
    { tried: words, match: "any" },
  ] as const;
  for (const { tried, match } of attempts.slice(0, words.length > 1 ? attempts.length : 1)) {
    const q = tried.map(({ text }) => text).join(" ");
    const pictures = await store.find({ ...query, q, isAnyTerm: match === "any" });
    if (pictures.length > 0) {
      return {
        pictures,
        relaxed: { words: tried.map(({ text }) => text), match },
      };
    }
  }
  return null;
}

type KnownTerm = { text: string; count: number };

/** Returns the words that are in a picture, and corrections of the other words where one exists. */
async function knownTerms(store: LibraryStore, query: LibraryQuery): Promise<KnownTerm[]> {
  // Folding may remove a word, or split it: "½".
  const words = significantTerms(query.q).filter((word) => queryTerms(word).length === 1);
  const counts = await store.count(words.flatMap((word) => queryTerms(word)));
  const known: KnownTerm[] = [];
  let correctionsLeft = CORRECTIONS_MAX;
  for (const [i, text] of words.entries()) {
    const count = counts[i] ?? 0;
    if (count > 0) known.push({ text, count });
    else if (correctionsLeft-- > 0) known.push(...(await corrected(store, query, text)));
  }
  return known;
}

/** Returns the word one edit away that is in the most pictures; an empty array if there is none. */
async function corrected(
  store: LibraryStore,
  query: LibraryQuery,
  word: string,
): Promise<KnownTerm[]> {
  const tokens = oneEditFrom(word);
  const counts = await store.count(
    tokens.map((token) => ({ tokens: [token], stem: token, isBeginning: false })),
  );
  const candidates = tokens
    .map((token, i) => ({ token, count: counts[i] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
  for (const { token, count } of candidates.slice(0, CANDIDATES_MAX)) {
    // Shows a whole word: the index also has stems such as "handl", which are not words.
    const pictures = await store.find({ ...query, q: token, count: READ_MAX });
    const text = pictures
      .flatMap(({ name, keywords }) => [name, ...keywords].flatMap(significantTerms))
      .find((each) => foldText(each) === token);
    if (text !== undefined) return [{ text: text.toLocaleLowerCase(), count }];
  }
  return [];
}
