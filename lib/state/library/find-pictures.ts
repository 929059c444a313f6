import "server-only";
import type { Dictionary } from "@/lib/core/finding/dictionary";
import { hostToken, OWN_HOST_TOKEN } from "@/lib/core/finding/host-tokens";
import { exactTerm, type QueryTerm, STEM_MARK, tokensOf } from "@/lib/core/finding/index-terms";
import {
  type Attempt,
  asTypedAttempts,
  matchingAttempts,
  offeredQuestions,
  type Question,
  readQuestion,
  relatedAttempts,
} from "@/lib/core/finding/question";
import { type Candidate, hasTerm, rankByName } from "@/lib/core/finding/rank-candidates";
import { type CountedWord, createVocabulary, type Vocabulary } from "@/lib/core/finding/vocabulary";
import type { OfferedQuery, WordChange } from "@/lib/protocol/changed-search";
import type { LibraryQuery } from "../library-store";
import type { Reading, Store } from "../store";
import type { IndexedRow, LibraryIndex } from "./create-library";
import {
  FILTER_CONDITIONS,
  FILTER_PARAMETERS,
  filterValues,
  PICTURE_COLUMNS,
} from "./picture-rows";

/** The columns that must contain every term, best first. */
const TIERS = [["name"], ["name", "detail"], ["name", "detail", "folder"]] as const;
const EVERYWHERE = TIERS[2];
type Tier = (typeof TIERS)[number];

/**
 * How many matches of a tier are ranked, the first in order of import. All of them are equally good,
 * and reading every match of a common term would take time proportional to the library. If they
 * are copies of few pictures, as many more are read, up to `READS_MAX` times in all.
 */
const CANDIDATES_MAX = 200;
const READS_MAX = 10;
/** For an answer without pictures, so many other questions are tried. */
const OFFERS_TRIED_MAX = 6;

/**
 * How many terms the index intersects. Of a longer query it intersects the rarest; the other terms
 * must be in the texts of a candidate, of which at most `CHECKED_MAX` are read.
 */
const LOOKED_UP_MAX = 4;
const CHECKED_MAX = 1_000;

/** The most images in an answer of the gallery; further matches are not counted. */
const COUNTED_MAX = 100;

/**
 * The parameters after the filters': the text to look up, the limit, a colour or null, and the number
 * after which candidates begin.
 */
const TEXT = `?${FILTER_PARAMETERS + 1}`;
const LIMIT = `?${FILTER_PARAMETERS + 2}`;
const COLOUR = `?${FILTER_PARAMETERS + 3}`;
const AFTER = `?${FILTER_PARAMETERS + 4}`;
/** Separates the texts of columns. */
const COLUMN_END = " | ";

/** The candidates of a tier. No phrase spans the texts of two columns. */
const candidates = (columns: readonly string[]) => `
  SELECT p.number, p.copies_of AS "copiesOf", p.width_px * p.height_px AS pixels,
    p.name_tokens AS "nameTokens",
    ${columns.map((column) => `p.${column}_terms`).join(` || '${COLUMN_END}' || `)} AS text
  FROM picture_terms JOIN library_pictures AS p ON p.number = picture_terms.rowid
  WHERE picture_terms MATCH ${TEXT} AND picture_terms.rowid > ${AFTER} AND ${FILTER_CONDITIONS}
    AND (${COLOUR} IS NULL OR p.colour = ${COLOUR})
  ORDER BY picture_terms.rowid LIMIT ${LIMIT}`;

const EXACT_NAME = `
  SELECT p.number, p.copies_of AS "copiesOf", p.width_px * p.height_px AS pixels
  FROM library_pictures AS p WHERE p.name_tokens = ${TEXT} AND ${FILTER_CONDITIONS}
  ORDER BY p.number LIMIT ${LIMIT}`;

const PICTURES = `
  SELECT ${PICTURE_COLUMNS}, found.value->>'copyCount' AS "copyCount",
    found.value->>'sizeCount' AS "sizeCount"
  FROM json_each(?1) AS found JOIN library_pictures AS p ON p.number = found.value->>'number'
  ORDER BY found.key`;

/**
 * For each `copies_of` in the JSON of `TEXT`: how many copies and sizes the filters show, and the largest
 * copy (a bare column belongs to the row of `max`, "Built-in Aggregate Functions" of SQLite).
 */
const COPIES = `
  SELECT p.copies_of AS "copiesOf", p.number, max(p.width_px * p.height_px) AS pixels,
    count(*) AS "copyCount", count(DISTINCT p.width_px || 'x' || p.height_px) AS "sizeCount"
  FROM json_each(${TEXT}) AS found JOIN library_pictures AS p ON p.copies_of = found.value
  WHERE ${FILTER_CONDITIONS} GROUP BY p.copies_of`;

const WORD_COUNTS = `
  SELECT term, sum(doc) AS pictures FROM picture_term_counts WHERE col <> 'host' GROUP BY term`;

/** Changes with every change of the full-text index (the structure record of SQLite's FTS5). */
const INDEX_STATE = "SELECT hex(block) AS state FROM picture_terms_data WHERE id = 10";

/**
 * The full-text index of SQLite (FTS5, docs/decisions/0053-one-index-for-both-databases.md), and the
 * searches that answer a question (docs/decisions/0084-an-answer-is-right-or-empty.md).
 */
export function createLibraryIndex(store: Store, dictionary: Dictionary | null): LibraryIndex {
  const vocabulary = vocabularySparingly(dictionary);
  return {
    find: (query) =>
      store.read(async (transaction) => {
        const search = startSearch(transaction, query, () => vocabulary(transaction));
        const { results, ...found } = await findResults(search);
        const pictures = await transaction.all<IndexedRow>(PICTURES, JSON.stringify(results));
        return { ...found, pictures };
      }),
    catchUp: async () => {},
  };
}

/**
 * Returns a function that returns the words of all pictures. After a change of the index, it reads them
 * again only if that keeps reading below a hundredth of the time, and if at least a millisecond for each
 * word has passed since the last reading.
 */
function vocabularySparingly(dictionary: Dictionary | null) {
  let last: { vocabulary: Vocabulary; state: string; dueMs: number } | null = null;
  return async (transaction: Reading): Promise<Vocabulary> => {
    const startMs = performance.now();
    if (last !== null && startMs < last.dueMs) return last.vocabulary;
    const state = (await transaction.get<{ state: string }>(INDEX_STATE))?.state ?? "";
    if (last?.state === state) return last.vocabulary;
    const rows = await transaction.all<{ term: string; pictures: number }>(WORD_COUNTS);
    const entries = rows.map(({ term, pictures }): CountedWord => [term, pictures]);
    const vocabulary = createVocabulary(entries, dictionary);
    const endMs = performance.now();
    last = { vocabulary, state, dueMs: endMs + Math.max(100 * (endMs - startMs), entries.length) };
    return vocabulary;
  };
}

const startSearch = (
  transaction: Reading,
  query: LibraryQuery,
  readVocabulary: Searching["readVocabulary"],
): Searching => ({
  ...{ transaction, query, readVocabulary, question: readQuestion(query.q), found: new Map() },
  // More than asked for, to count the matches.
  countedMax: Math.max(query.count, COUNTED_MAX + 1),
});

/** Returns the best results, best first, and what else an answer says. */
async function findResults(searching: Searching) {
  const { transaction, query, question, found, readVocabulary } = searching;
  const changes = await findMatches(searching, { isRanked: true });
  const matchCount = found.size;
  const mayAdd = !query.isExact && matchCount < query.count && question.words.length > 0;
  if (mayAdd) {
    const attempts = relatedAttempts(question, await readVocabulary(), matchCount === 0);
    changes.push(...(await addChanged(searching, attempts, query.count)));
  }
  const isCounted = mayAdd ? found.size < query.count : matchCount <= COUNTED_MAX;
  const results = [...found].slice(0, query.count);
  return {
    // The largest copy may have a word that the query excludes.
    results: await withCopies(transaction, query, results, question.without.length === 0),
    totalCount: isCounted ? found.size : null,
    changed: changes.length > 0 ? { matchCount: Math.min(matchCount, query.count), changes } : null,
    offers: found.size === 0 ? await findOffers(searching) : [],
  };
}

/**
 * Adds the pictures that have all words of a question, best first if `isRanked`; returns how its words
 * were changed.
 */
async function findMatches(
  searching: Searching,
  { isRanked }: { isRanked: boolean },
): Promise<WordChange[]> {
  const { transaction, query, question, found, countedMax, readVocabulary } = searching;
  const typed = asTypedAttempts(question, query.isUnfinished);
  if (isRanked && typed.length > 0 && question.without.length === 0) {
    // Exact names may not be among the candidates.
    const values = [...filterValues(query), tokensOf(query.q), CANDIDATES_MAX];
    for (const each of await transaction.all<Match>(EXACT_NAME, ...values)) add(searching, each);
  }
  const search = isRanked ? searchTiers : searchOnce;
  for (const attempt of typed) await search(searching, attempt);
  if (query.isExact || typed.length === 0) return [];
  const vocabulary = found.size === 0 ? await readVocabulary() : null;
  const { full, sparing } = matchingAttempts(question, vocabulary);
  const changes = await addChanged(searching, full, countedMax);
  return found.size > 0 ? changes : addChanged(searching, sparing, countedMax);
}

/** Searches until there are so many results; returns the changes by which the answer has pictures. */
async function addChanged(
  searching: Searching,
  attempts: readonly Attempt[],
  resultsMin: number,
): Promise<WordChange[]> {
  const { query, found } = searching;
  const changes = new Map<string, WordChange>();
  for (const attempt of attempts) {
    if (found.size >= resultsMin) break;
    const before = found.size;
    const rows = await searchOnce(searching, attempt);
    const added = new Set([...found.values()].slice(before, query.count));
    for (const each of attempt.changes) {
      const isUsed = rows.some(
        (row) =>
          added.has(row) && (each.kind !== "related" || hasTerm(row.text, exactTerm([each.to]))),
      );
      if (isUsed) changes.set(JSON.stringify(each), each);
    }
  }
  return [...changes.values()];
}

/** Returns other questions that find pictures with the same filters, with the number of their matches. */
async function findOffers(searching: Searching): Promise<OfferedQuery[]> {
  const { transaction, query, question, readVocabulary } = searching;
  if (question.words.length === 0) return [];
  const texts = offeredQuestions(question, await readVocabulary());
  const offers: OfferedQuery[] = [];
  for (const q of texts.slice(0, OFFERS_TRIED_MAX)) {
    const other = startSearch(transaction, { ...query, q, count: 1 }, readVocabulary);
    await findMatches(other, { isRanked: false });
    const count = other.found.size;
    if (count > 0) offers.push({ q, count: count > COUNTED_MAX ? null : count });
  }
  return offers;
}

/** Adds the pictures that match an attempt in any text, by one query for all tiers; returns the rows. */
async function searchOnce(searching: Searching, attempt: Attempt): Promise<MatchRow[]> {
  const { rows } = await readCandidates(searching, attempt, EVERYWHERE);
  addInTierOrder(searching, attempt, rows);
  return rows;
}

type Match = { number: number; copiesOf: string | null; pixels: number };

/** A picture of each result, best first, by what its copies have in common. */
type Found = Map<number | string, Match>;

type Searching = {
  transaction: Reading;
  query: LibraryQuery;
  question: Question;
  found: Found;
  /** With so many results no further tier is looked up. */
  countedMax: number;
  readVocabulary: () => Promise<Vocabulary>;
};

const resultOf = ({ query }: Pick<Searching, "query">, { number, copiesOf }: Match) =>
  query.isGrouped && copiesOf !== null ? copiesOf : number;

function add(searching: Pick<Searching, "query" | "found">, each: Match): void {
  const { found } = searching;
  const result = resultOf(searching, each);
  if (!found.has(result)) found.set(result, each);
}

type Copies = { copiesOf: string; copyCount: number; sizeCount: number } & Omit<Match, "copiesOf">;

/** Counts the copies of each result, and chooses the largest if it is larger than the found one. */
async function withCopies(
  transaction: Reading,
  query: LibraryQuery,
  results: readonly [result: number | string, found: Match][],
  isLargestChosen: boolean,
) {
  const grouped = results.map(([result]) => result).filter((result) => typeof result === "string");
  const rows =
    grouped.length === 0
      ? []
      : await transaction.all<Copies>(COPIES, ...filterValues(query), JSON.stringify(grouped));
  const byResult = new Map<number | string, Copies>(rows.map((each) => [each.copiesOf, each]));
  return results.map(([result, found]) => {
    const copies = byResult.get(result) ?? { ...found, copyCount: 1, sizeCount: 1 };
    const { number } = isLargestChosen && copies.pixels > found.pixels ? copies : found;
    return { number, copyCount: copies.copyCount, sizeCount: copies.sizeCount };
  });
}

/** Adds the pictures that match an attempt as typed, by tiers, best first. */
async function searchTiers(searching: Searching, attempt: Attempt): Promise<unknown> {
  const { found, countedMax } = searching;
  if (found.size >= countedMax) return;
  const named = await readCandidates(searching, attempt, TIERS[0]);
  if (!named.isComplete && attempt.terms.length > 1) {
    const phrase = exactTerm(attempt.terms.flatMap(({ tokens }) => tokens));
    const inOrder = await readCandidates(searching, { ...attempt, terms: [phrase] }, TIERS[0]);
    addInTierOrder(searching, attempt, inOrder.rows);
  }
  addInTierOrder(searching, attempt, named.rows);
  if (found.size >= countedMax) return;
  const all = await readCandidates(searching, attempt, EVERYWHERE);
  if (!all.isComplete) {
    addInTierOrder(searching, attempt, (await readCandidates(searching, attempt, TIERS[1])).rows);
  }
  if (found.size < countedMax) addInTierOrder(searching, attempt, all.rows);
}

/** Reads the pictures that match an attempt by these columns, the first in the order of import. */
async function readCandidates(
  searching: Searching,
  { terms, colour }: Attempt,
  columns: Tier,
): Promise<{ rows: MatchRow[]; isComplete: boolean }> {
  const { transaction, query, found, countedMax, readVocabulary } = searching;
  const isLong = terms.length > LOOKED_UP_MAX;
  const { countOf } = isLong ? await readVocabulary() : { countOf: () => 0 };
  const required = terms.toSorted((one, other) => countOf(one) - countOf(other));
  const others = required.slice(LOOKED_UP_MAX);
  const expression = matchExpression(columns, required.slice(0, LOOKED_UP_MAX), searching);
  // The pictures that were found before also match.
  const limit = (isLong ? CHECKED_MAX : CANDIDATES_MAX) + found.size;
  const rows: MatchRow[] = [];
  const results = new Set<number | string>();
  for (let reads = 1; ; reads++) {
    const more = await transaction.all<MatchRow>(
      ...[candidates(columns), ...filterValues(query), expression, limit, colour],
      rows.at(-1)?.number ?? 0,
    );
    rows.push(...more);
    for (const each of more) results.add(resultOf(searching, each));
    const isComplete = more.length < limit;
    if (isComplete || results.size >= countedMax || reads === READS_MAX) {
      const matches = rows.filter(({ text }) => others.every((term) => hasTerm(text, term)));
      return { rows: matches, isComplete };
    }
  }
}

/** Adds candidates by tiers, best first. */
function addInTierOrder(
  searching: Searching,
  { terms }: Attempt,
  candidates: readonly MatchRow[],
): void {
  const matches = rankByName(candidates, terms);
  for (const { length } of TIERS.slice(0, -1)) {
    const isInTier = ({ text }: Candidate) => {
      const part = text.split(COLUMN_END).slice(0, length).join(COLUMN_END);
      return terms.every((term) => hasTerm(part, term));
    };
    for (const each of matches.filter(isInTier)) add(searching, each);
  }
  for (const each of matches) add(searching, each);
}

type MatchRow = Candidate & Match;

/**
 * Formats a full-text expression (SQLite FTS5 §3): pictures that have every term of `required` and none
 * of `without` in one of `columns`, of a site. FTS5 operators cannot be injected: each token is quoted,
 * and consists of letters, digits and marks.
 */
function matchExpression(
  columns: Tier,
  required: readonly QueryTerm[],
  { question: { without }, query: { site, isOwnSite } }: Searching,
): string {
  const parts = [`{${columns.join(" ")}} : (${required.map(termExpression).join(" AND ")})`];
  if (site !== null) {
    const hosts = isOwnSite ? [hostToken(site), OWN_HOST_TOKEN] : [hostToken(site)];
    parts.push(`{host} : (${hosts.map((token) => `"${token}"`).join(" OR ")})`);
  }
  const expression = parts.map((part) => `(${part})`).join(" AND ");
  if (without.length === 0) return expression;
  return `(${expression}) NOT ({${EVERYWHERE.join(" ")}} : (${without.map(termExpression).join(" OR ")}))`;
}

function termExpression({ tokens, stem, isBeginning, others }: QueryTerm): string {
  const words = [tokens.join(" "), ...others].map((each) => `"${each}"`);
  if (stem !== null && tokens.length === 1) {
    if (stem !== tokens[0]) words.push(`"${stem}"`);
    words.push(`"${STEM_MARK}${stem}"`);
  }
  if (isBeginning) words.push(`"${tokens[0]}"*`);
  return words.length === 1 ? (words[0] ?? "") : `(${words.join(" OR ")})`;
}
