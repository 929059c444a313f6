import "server-only";
import { indexedText, type QueryTerm, queryTerms, tokensOf } from "@/lib/core/finding/index-terms";
import type { LibraryIndex } from "../library/create-library";
import {
  FILTER_PARAMETERS,
  FILTERS,
  filterValues,
  PICTURE_COLUMNS,
  type PictureRow,
} from "../library/picture-rows";
import type { Store } from "../store";

/**
 * The index's tables, after `LIBRARY_TABLES`. `picture_terms` has folded and stemmed text
 * (`indexedText`) under the picture's number; its columns are subject, details and folder of
 * `SearchText`.
 */
export const INDEX_TABLES = `
CREATE INDEX library_pictures_name ON library_pictures (name_tokens);
CREATE VIRTUAL TABLE picture_terms USING fts5 (
  name, keywords, folder,
  content = '', contentless_delete = 1, prefix = '2 3',
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);
CREATE TRIGGER picture_terms_follow AFTER DELETE ON library_pictures BEGIN
  DELETE FROM picture_terms WHERE rowid = old.number;
END;
`;

/** The columns that must contain every term, best first: subject, details, folder of `SearchText`. */
const TIERS = ["{name}", "{name keywords}", "{name keywords folder}"] as const;

/**
 * How many matches of a tier are scored, in order of import: scoring every match of a common term
 * would take time proportional to the library.
 */
const CANDIDATES_MAX = 2000;

const COUNT = `
  SELECT count(*) AS pictures
  FROM (SELECT 1 FROM picture_terms WHERE picture_terms MATCH ?1 LIMIT ${CANDIDATES_MAX})`;

/** The parameters after the filters'. */
const [TEXT, LIMIT] = [1, 2].map((place) => `?${FILTER_PARAMETERS + place}`);

const EXACT_NAME = `
  SELECT ${PICTURE_COLUMNS} FROM library_pictures AS p
  WHERE p.name_tokens = ${TEXT} AND ${FILTERS}
  ORDER BY p.number LIMIT ${LIMIT}`;

const TIER = `
  SELECT ${PICTURE_COLUMNS}
  FROM (
    SELECT p.number, bm25(picture_terms, 10.0, 4.0, 1.0) AS score
    FROM picture_terms JOIN library_pictures AS p ON p.number = picture_terms.rowid
    WHERE picture_terms MATCH ${TEXT} AND ${FILTERS}
    LIMIT ${CANDIDATES_MAX}
  ) AS candidates JOIN library_pictures AS p ON p.number = candidates.number
  ORDER BY candidates.score, p.number
  LIMIT ${LIMIT}`;

/** The full-text index of SQLite (FTS5). */
export function createLibraryIndex(store: Store): LibraryIndex {
  return {
    find: (query) =>
      store.read(async (transaction) => {
        const terms = queryTerms(query.q);
        if (terms.length === 0) return [];
        const expression = terms.map(matchExpression).join(query.isAnyTerm ? " OR " : " AND ");
        const filters = filterValues(query);
        const found = new Map<string, PictureRow>();
        const collect = (rows: PictureRow[]) => {
          for (const row of rows) if (!found.has(row.id)) found.set(row.id, row);
        };
        // A separate query, because exact names may not be among the candidates.
        collect(await transaction.all(EXACT_NAME, ...filters, tokensOf(query.q), query.count));
        for (const columns of query.isAnyTerm ? TIERS.slice(-1) : TIERS) {
          if (found.size >= query.count) break;
          const inColumns = `(${columns} : (${expression})) AND (${expression})`;
          // This tier also matches the pictures of earlier tiers.
          collect(await transaction.all(TIER, ...filters, inColumns, query.count + found.size));
        }
        return [...found.values()].slice(0, query.count);
      }),
    count: (terms) =>
      store.read((transaction) =>
        Promise.all(
          terms.map(async (term) => {
            const row = await transaction.get<{ pictures: number }>(COUNT, matchExpression(term));
            return row?.pictures ?? 0;
          }),
        ),
      ),
    async put(transaction, number, { subject, details, folder }) {
      await transaction.run("DELETE FROM picture_terms WHERE rowid = ?1", number);
      await transaction.run(
        "INSERT INTO picture_terms (rowid, name, keywords, folder) VALUES (?1, ?2, ?3, ?4)",
        number,
        indexedText(subject),
        indexedText(details),
        indexedText(folder),
      );
    },
  };
}

/**
 * Formats a term as a full-text expression (SQLite FTS5 §3). FTS5 operators cannot be injected: each
 * token is quoted, and consists of letters, digits and marks.
 */
function matchExpression({ tokens, stem, isBeginning }: QueryTerm): string {
  if (tokens.length > 1) return `"${tokens.join(" ")}"`;
  return isBeginning ? `("${stem}" OR "${tokens[0]}"*)` : `"${stem}"`;
}
