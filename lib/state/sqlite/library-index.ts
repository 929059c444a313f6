import "server-only";
import { hostToken, OWN_HOST_TOKEN } from "@/lib/core/finding/host-tokens";
import { type QueryTerm, queryTerms, tokensOf } from "@/lib/core/finding/index-terms";
import {
  type Candidate,
  hasTerm,
  rankByCoverage,
  rankByName,
} from "@/lib/core/finding/rank-candidates";
import type { LibraryIndex } from "../library/create-library";
import {
  FILTER_CONDITIONS,
  FILTER_PARAMETERS,
  filterValues,
  PICTURE_COLUMNS,
  type PictureRow,
} from "../library/picture-rows";
import type { LibraryQuery } from "../library-store";
import type { Reading, Store } from "../store";

const TERMS = ["name", "detail", "folder", "host"] as const;
const listTerms = (row: string) => TERMS.map((each) => `${row}${each}_terms`).join(", ");
const ADD_NEW = `INSERT INTO picture_terms (rowid, ${TERMS.join(", ")})
    VALUES (new.number, ${listTerms("new.")});`;
const DELETE_OLD = "DELETE FROM picture_terms WHERE rowid = old.number;";

/**
 * The full-text index, after `LIBRARY_TABLES`. It follows the columns `…_terms` of `library_pictures`
 * by triggers, under the picture's number. In a file that follows a database of several instances,
 * `library_followed_changes` has the library's name and the last change applied.
 */
export const INDEX_TABLES = `
DROP TABLE IF EXISTS picture_terms;
CREATE INDEX library_pictures_name ON library_pictures (name_tokens);
CREATE TABLE library_followed_changes (library TEXT NOT NULL, change INTEGER NOT NULL) STRICT;
CREATE VIRTUAL TABLE picture_terms USING fts5 (
  ${TERMS.join(", ")},
  content = '', contentless_delete = 1, prefix = '2 3',
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);
CREATE TRIGGER picture_terms_insert AFTER INSERT ON library_pictures BEGIN
  ${ADD_NEW}
END;
CREATE TRIGGER picture_terms_update AFTER UPDATE OF ${listTerms("")} ON library_pictures
WHEN (${listTerms("old.")}) IS NOT (${listTerms("new.")}) BEGIN
  ${DELETE_OLD}
  ${ADD_NEW}
END;
CREATE TRIGGER picture_terms_delete AFTER DELETE ON library_pictures BEGIN
  ${DELETE_OLD}
END;
`;

/** The columns that must contain every term, best first. */
const TIERS = [["name"], ["name", "detail"], ["name", "detail", "folder"]] as const;
const EVERYWHERE = TIERS[2];

/**
 * How many matches of a tier are ranked, the first in order of import. All of them are equally good,
 * and reading every match of a common term would take time proportional to the library.
 */
const CANDIDATES_MAX = 200;

/**
 * How many terms the index intersects. Of a longer query it intersects the rarest; the other terms
 * must be in the texts of a candidate, of which at most `CHECKED_MAX` are read.
 */
const LOOKED_UP_MAX = 4;
const CHECKED_MAX = 1_000;

/** The parameters after the filters': the text to look up, and the limit. */
const TEXT = `?${FILTER_PARAMETERS + 1}`;
const LIMIT = `?${FILTER_PARAMETERS + 2}`;

/** The candidates of a tier. No phrase spans the texts of two columns. */
const candidates = (columns: readonly string[]) => `
  SELECT p.number, p.name_tokens AS "nameTokens",
    ${columns.map((column) => `p.${column}_terms`).join(" || ' | ' || ")} AS text
  FROM picture_terms JOIN library_pictures AS p ON p.number = picture_terms.rowid
  WHERE picture_terms MATCH ${TEXT} AND ${FILTER_CONDITIONS}
  ORDER BY picture_terms.rowid LIMIT ${LIMIT}`;

const EXACT_NAME = `
  SELECT p.number FROM library_pictures AS p
  WHERE p.name_tokens = ${TEXT} AND ${FILTER_CONDITIONS}
  ORDER BY p.number LIMIT ${LIMIT}`;

const PICTURES = `
  SELECT ${PICTURE_COLUMNS}
  FROM json_each(?1) AS found JOIN library_pictures AS p ON p.number = found.value
  ORDER BY found.key`;

const COUNT = `
  SELECT count(*) AS pictures, max(number) AS last,
    (SELECT max(number) FROM library_pictures) AS newest
  FROM (
    SELECT rowid AS number FROM picture_terms WHERE picture_terms MATCH ?1
    ORDER BY rowid LIMIT ${CANDIDATES_MAX}
  )`;

/** The full-text index of SQLite (FTS5, docs/decisions/0053-one-index-for-both-databases.md). */
export function createLibraryIndex(store: Store): LibraryIndex {
  return {
    find: (query) =>
      store.read(async (transaction) => {
        const terms = queryTerms(query.q);
        if (terms.length === 0) return [];
        const find = query.isAnyTerm ? findAny : findAll;
        const numbers = await find(transaction, query, terms);
        const found = JSON.stringify(numbers.slice(0, query.count));
        return transaction.all<PictureRow>(PICTURES, found);
      }),
    count: (terms) => store.read((transaction) => countEach(transaction, terms)),
    catchUp: async () => {},
  };
}

/** Returns the numbers of the best pictures with every term, best first, at least `query.count`. */
async function findAll(
  transaction: Reading,
  query: LibraryQuery,
  terms: readonly QueryTerm[],
): Promise<number[]> {
  const filters = filterValues(query);
  // A separate query, because exact names may not be among the candidates.
  const exact = await transaction.all<{ number: number }>(
    EXACT_NAME,
    ...filters,
    tokensOf(query.q),
    query.count,
  );
  const found = new Set(exact.map(({ number }) => number));
  const isLong = terms.length > LOOKED_UP_MAX;
  const asked = isLong ? (await rarestFirst(transaction, terms)).map(({ term }) => term) : terms;
  const whole = asked.map((term) => ({ ...term, isBeginning: false }));
  const hasBeginning = terms.some(({ isBeginning }) => isBeginning);
  for (const required of hasBeginning ? [whole, asked] : [whole]) {
    const others = required.slice(LOOKED_UP_MAX);
    for (const columns of TIERS) {
      if (found.size >= query.count) return [...found];
      const rows = await transaction.all<Candidate>(
        candidates(columns),
        ...filters,
        matchExpression(columns, required.slice(0, LOOKED_UP_MAX), query),
        // This tier also matches the pictures of earlier tiers.
        (isLong ? CHECKED_MAX : CANDIDATES_MAX) + found.size,
      );
      const matches = rows.filter(({ text }) => others.every((term) => hasTerm(text, term)));
      for (const { number } of rankByName(matches)) found.add(number);
    }
  }
  return [...found];
}

/**
 * Returns the numbers of the best pictures with any term, best first. The candidates have the rarest
 * terms together, or one term.
 */
async function findAny(
  transaction: Reading,
  query: LibraryQuery,
  terms: readonly QueryTerm[],
): Promise<number[]> {
  const weighted = await rarestFirst(transaction, terms);
  const asked = weighted.map(({ term }) => term);
  const together = asked.slice(0, LOOKED_UP_MAX).map((_, last) => asked.slice(0, last + 1));
  const found = new Map<number, Candidate>();
  for (const required of [...together, ...asked.map((term) => [term])]) {
    const rows = await transaction.all<Candidate>(
      candidates(EVERYWHERE),
      ...filterValues(query),
      matchExpression(EVERYWHERE, required, query),
      CANDIDATES_MAX,
    );
    for (const row of rows) found.set(row.number, row);
  }
  return rankByCoverage([...found.values()], weighted).map(({ number }) => number);
}

/** Returns the terms by rarity, each with its inverse document frequency. */
async function rarestFirst(transaction: Reading, terms: readonly QueryTerm[]) {
  const counts = await countEach(transaction, terms);
  const most = Math.max(...counts);
  return terms
    .map((term, i) => ({ term, weight: Math.log(1 + most / Math.max(1, counts[i] ?? 0)) }))
    .sort((one, other) => other.weight - one.weight);
}

/**
 * Counts the pictures with each term. From `CANDIDATES_MAX` on the count is an estimate: it assumes that
 * the other pictures have the term as often as the first pictures.
 */
function countEach(transaction: Reading, terms: readonly QueryTerm[]): Promise<number[]> {
  return Promise.all(
    terms.map(async (term) => {
      const row = await transaction.get<{ pictures: number; last: number; newest: number }>(
        COUNT,
        matchExpression(EVERYWHERE, [term]),
      );
      const { pictures = 0, last = 1, newest = 1 } = row ?? {};
      return pictures < CANDIDATES_MAX ? pictures : Math.round((pictures * newest) / last);
    }),
  );
}

/**
 * Formats a full-text expression (SQLite FTS5 §3): pictures that have every term in one of `columns`,
 * of a site. FTS5 operators cannot be injected: each token is quoted, and consists of letters, digits
 * and marks.
 */
function matchExpression(
  columns: readonly (typeof TERMS)[number][],
  terms: readonly QueryTerm[],
  { site, isOwnSite }: Pick<LibraryQuery, "site" | "isOwnSite"> = { site: null, isOwnSite: false },
): string {
  const words = `{${columns.join(" ")}} : (${terms.map(termExpression).join(" AND ")})`;
  if (site === null) return words;
  const hosts = isOwnSite ? [hostToken(site), OWN_HOST_TOKEN] : [hostToken(site)];
  return `(${words}) AND {host} : (${hosts.map((token) => `"${token}"`).join(" OR ")})`;
}

function termExpression({ tokens, stem, isBeginning }: QueryTerm): string {
  if (tokens.length > 1) return `"${tokens.join(" ")}"`;
  return isBeginning ? `("${stem}" OR "${tokens[0]}"*)` : `"${stem}"`;
}
