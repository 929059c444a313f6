import "server-only";
import { foldText, queryTerms, significantTerms } from "@/lib/core/finding/index-terms";
import { oneEditFrom } from "@/lib/service/spelling";
import type { LibraryPicture, LibraryQuery, LibraryStore } from "@/lib/state/library-store";

/** What was searched instead of a query that finds nothing. */
export type Relaxed = {
  /** In the order of the query. */
  words: string[];
  /** Whether every picture found has all of the words, or at least one. */
  match: "all" | "any";
};

/** Each is looked up in a few hundred spellings. */
const CORRECTIONS_MAX = 3;
/** How many spellings are tried, and in how many pictures each is looked for. */
const CANDIDATES_MAX = 5;
const READ_MAX = 10;

/**
 * Searches with fewer requirements, for a query that finds nothing. The first of these that finds a
 * picture answers:
 *
 * 1. the significant words; a word that is in no picture is replaced by a word one edit of spelling
 *    away, or left out;
 * 2. these without the word that is in the most pictures, which says the least;
 * 3. any of these.
 *
 * Returns null if nothing is found.
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

/** Returns the words that are in a picture, and of the others those whose spelling was corrected. */
async function knownTerms(store: LibraryStore, query: LibraryQuery): Promise<KnownTerm[]> {
  // Folding may leave nothing of a word, or make several: "½".
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

/** Returns the word one edit away that is in the most pictures; nothing if none is. */
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
    // The index has stems too, such as "handl", which no person would read as a word.
    const pictures = await store.find({ ...query, q: token, count: READ_MAX });
    const text = pictures
      .flatMap(({ name, keywords }) => [name, ...keywords].flatMap(significantTerms))
      .find((each) => foldText(each) === token);
    if (text !== undefined) return [{ text: text.toLocaleLowerCase(), count }];
  }
  return [];
}
