import "server-only";
import type { SqliteDatabase } from "@/lib/platform/sqlite";
import { matchExpression } from "./match-expression";
import { PICTURE_COLUMNS, type PictureRow } from "./picture-row";
import { tokensOf } from "./words";

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
 * The columns that must hold every term, best first. A picture named by the terms comes before one
 * that has them among its keywords, and that before one whose folder helps.
 */
const TIERS = ["{name}", "{name keywords}", "{name keywords folder}"] as const;

/**
 * How many matches of a tier are scored, in order of import: scoring every match of a common term
 * would take a time that grows with the library.
 */
const CANDIDATES_MAX = 2000;

const FILTERS = `(?2 = 1 OR p.rating = 'strict')
  AND (?3 = 0 OR p.is_transparent = 0)
  AND (?4 IS NULL OR p.host = ?4 OR substr(p.host, -length(?4) - 1) = '.' || ?4
    OR (?5 = 1 AND p.host IS NULL))`;

const EXACT_NAME = `
  SELECT ${PICTURE_COLUMNS} FROM pictures AS p
  WHERE p.name_tokens = ?1 AND ${FILTERS}
  ORDER BY p.number LIMIT ?6`;

const TIER = `
  SELECT ${PICTURE_COLUMNS}
  FROM (
    SELECT p.number, bm25(picture_words, 10.0, 4.0, 1.0) AS score
    FROM picture_words JOIN pictures AS p ON p.number = picture_words.rowid
    WHERE picture_words MATCH ?1 AND ${FILTERS}
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
  const exactName = database.prepare(EXACT_NAME);
  const tier = database.prepare(TIER);
  return (query) => {
    const expression = matchExpression(query.q);
    if (expression === null) return [];
    const isOwnSite =
      query.site !== null && (ownHost === query.site || ownHost.endsWith(`.${query.site}`));
    const filters = [
      query.safesearch === "moderate" ? 1 : 0,
      query.transparent ? 1 : 0,
      query.site,
      isOwnSite ? 1 : 0,
    ];
    // Asked first and by themselves: among many matches they may not be candidates.
    const exact = exactName.all(tokensOf(query.q), ...filters, query.count) as PictureRow[];
    const found = new Map(exact.map((row) => [row.number, row]));
    for (const columns of TIERS) {
      if (found.size >= query.count) break;
      // An earlier tier's pictures match this one too.
      const limit = query.count + found.size;
      const rows = tier.all(`${columns} : (${expression})`, ...filters, limit) as PictureRow[];
      for (const row of rows) if (!found.has(row.number)) found.set(row.number, row);
    }
    return [...found.values()].slice(0, query.count);
  };
}
