import "server-only";
import { type QueryTerm, queryTerms, tokensOf } from "@/lib/core/finding/index-terms";
import type { LibraryIndex } from "../library/create-library";
import {
  FILTER_PARAMETERS,
  FILTERS,
  filterValues,
  PICTURE_COLUMNS,
  type PictureRow,
} from "../library/picture-rows";
import type { PostgresDatabase } from "./postgres-database";
import { toPostgres } from "./postgres-store";
import { searchQuery, searchVector } from "./search-vector";

/**
 * The index's columns, after `LIBRARY_TABLES`. `searchVector` computes `terms`. `name_tokens` has a
 * hash index, because a name may be longer than a B-tree allows.
 */
export const INDEX_TABLES = `
ALTER TABLE library_pictures ADD COLUMN terms tsvector;
CREATE INDEX library_pictures_terms ON library_pictures USING gin (terms);
CREATE INDEX library_pictures_name ON library_pictures USING hash (name_tokens);
`;

const ANY_WEIGHT = "ABC";
/** The weights of the texts that must contain every term, best first. */
const TIERS = ["A", "AB", ANY_WEIGHT] as const;

/** How many matches of a tier are scored, in order of import, as in SQLite. */
const CANDIDATES_MAX = 2000;

/** The parameters after the filters': the limit, and four texts. */
const [LIMIT, TEXT = "", FIRST = "", SECOND = "", THIRD = ""] = [1, 2, 3, 4, 5].map(
  (place) => `?${FILTER_PARAMETERS + place}`,
);

/** One query for each term. None has a space, because phrases are written without. */
function queryList(terms: readonly QueryTerm[]): string {
  return terms.map((term) => searchQuery([term], ANY_WEIGHT).replaceAll(" ", "")).join(" ");
}

/** The matches of one tier's query that match no better tier, sorted by `order`. */
const tier = (query: string, notBetter: string, order = "") => `
  (SELECT ${PICTURE_COLUMNS}
   FROM (
     SELECT * FROM library_pictures AS p
     WHERE p.terms @@ ${query}::tsquery AND ${notBetter} AND ${FILTERS}
     ORDER BY p.number LIMIT ${CANDIDATES_MAX}
   ) AS p
   ORDER BY ${order} ts_rank('{0, 0.1, 0.4, 1}', p.terms, ${query}::tsquery, 1) DESC, p.number
   LIMIT ${LIMIT})`;

/**
 * One statement for all tiers. PostgreSQL runs the parts of the UNION ALL one after another and stops
 * at the limit, because a part with its own LIMIT never runs in parallel.
 */
const FIND = `
  (SELECT ${PICTURE_COLUMNS} FROM library_pictures AS p
   WHERE p.name_tokens = ${TEXT} AND ${FILTERS} ORDER BY p.number LIMIT ${LIMIT})
  UNION ALL ${tier(FIRST, `p.name_tokens <> ${TEXT}`)}
  UNION ALL ${tier(SECOND, `p.name_tokens <> ${TEXT} AND NOT p.terms @@ ${FIRST}::tsquery`)}
  UNION ALL ${tier(THIRD, `p.name_tokens <> ${TEXT} AND NOT p.terms @@ ${SECOND}::tsquery`)}
  LIMIT ${LIMIT}`;

/** Pictures with any term; those with the most terms first. */
const FIND_ANY = tier(
  TEXT,
  "true",
  `(SELECT count(*) FROM unnest(string_to_array(${FIRST}, ' ')) AS query
    WHERE p.terms @@ query::tsquery) DESC,`,
);

/** The full-text index of PostgreSQL. */
export function createLibraryIndex(database: PostgresDatabase): LibraryIndex {
  return {
    find(query) {
      const terms = queryTerms(query.q);
      if (terms.length === 0) return Promise.resolve([]);
      const filters = [...filterValues(query), query.count];
      const inputs = query.isAnyTerm
        ? [...filters, searchQuery(terms, ANY_WEIGHT, { isAnyTerm: true }), queryList(terms)]
        : [...filters, tokensOf(query.q), ...TIERS.map((weights) => searchQuery(terms, weights))];
      const statement = toPostgres(query.isAnyTerm ? FIND_ANY : FIND);
      // Not prepared: the plan depends on how common the terms are.
      return database.run((sql) => sql.unsafe<PictureRow[]>(statement, inputs, { prepare: false }));
    },
    async count(terms) {
      const rows = await database.run(
        (sql) => sql<{ pictures: number }[]>`
          SELECT (
            SELECT count(*) FROM (
              SELECT FROM vitrine.library_pictures AS p
              WHERE p.terms @@ asked.query::tsquery LIMIT ${CANDIDATES_MAX}
            ) AS found
          ) AS pictures
          FROM unnest(string_to_array(${queryList(terms)}, ' ')) WITH ORDINALITY
            AS asked (query, place)
          ORDER BY asked.place`,
      );
      return rows.map(({ pictures }) => pictures);
    },
    async put(transaction, number, text) {
      await transaction.run(
        "UPDATE library_pictures SET terms = ?1 WHERE number = ?2",
        searchVector(text),
        number,
      );
    },
  };
}
