import "server-only";
import type { SqliteDatabase } from "@/lib/platform/sqlite";
import { matchExpression } from "./match-expression";
import { PICTURE_COLUMNS, type PictureRow } from "./picture-row";

/** A search with every filter decided. */
export type PictureQuery = {
  q: string;
  count: number;
  safesearch: "strict" | "moderate";
  /** True leaves out pictures with transparent pixels. */
  transparent: boolean;
  /** A bare host name in ASCII: it and its subdomains. */
  site: string | null;
};

/**
 * Where all words must stand, best first. A picture named by the words comes before one that has
 * them among its keywords, and that before one whose folder helps.
 */
const TIERS = ["{name}", "{name keywords}", "{name keywords folder}"] as const;

/**
 * How many matches of a tier are scored, the longest known first: scoring every match of a common
 * word would take a time that grows with the library.
 */
const CANDIDATES_MAX = 2000;

const SQL = `
  SELECT ${PICTURE_COLUMNS}
  FROM (
    SELECT picture_words.rowid AS number, bm25(picture_words, 10.0, 4.0, 1.0) AS score
    FROM picture_words JOIN pictures AS f ON f.number = picture_words.rowid
    WHERE picture_words MATCH ?1
      AND (?2 = 1 OR f.rating = 'strict')
      AND (?3 = 0 OR f.is_transparent = 0)
      AND (?4 IS NULL OR f.host = ?4 OR substr(f.host, -length(?4) - 1) = '.' || ?4
        OR (?5 = 1 AND f.host IS NULL))
    LIMIT ${CANDIDATES_MAX}
  ) AS candidates JOIN pictures AS p ON p.number = candidates.number
  ORDER BY candidates.score, p.number
  LIMIT ?6`;

/**
 * Makes the search over a library: pictures by words, best first; equal scores in the order in
 * which the pictures came. `ownHost` is this server's name, the host of pictures that have no
 * other. Text without a word finds nothing.
 */
export function createPictureFinder(
  database: SqliteDatabase,
  ownHost: string,
): (query: PictureQuery) => PictureRow[] {
  const statement = database.prepare(SQL);
  return (query) => {
    const expression = matchExpression(query.q);
    if (expression === null) return [];
    const isOwnSite =
      query.site !== null && (ownHost === query.site || ownHost.endsWith(`.${query.site}`));
    const found = new Map<number, PictureRow>();
    for (const tier of TIERS) {
      const rows = statement.all(
        `${tier} : (${expression})`,
        query.safesearch === "moderate" ? 1 : 0,
        query.transparent ? 1 : 0,
        query.site,
        isOwnSite ? 1 : 0,
        // What an earlier tier found is found again.
        query.count + found.size,
      ) as PictureRow[];
      for (const row of rows) if (!found.has(row.number)) found.set(row.number, row);
      if (found.size >= query.count) break;
    }
    return [...found.values()].slice(0, query.count);
  };
}
