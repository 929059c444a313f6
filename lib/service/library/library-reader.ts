import "server-only";
import type { SqliteDatabase } from "@/lib/platform/sqlite";
import type { Picture, PictureFormat } from "../picture";
import { matchExpression, tokensOf } from "./index-terms";
import { fileRevision, type PictureFile } from "./open-file";
import { rootOf } from "./sources";

/** A search with all defaults applied. */
export type PictureQuery = {
  q: string;
  count: number;
  safesearch: "strict" | "moderate";
  /** True leaves out pictures with transparent pixels. */
  transparent: boolean;
  /** A bare host name in ASCII: it and its subdomains. */
  site: string | null;
};

/** A file of a source that is not a usable picture, and why. */
export type BrokenFile = { source: string; path: string; reason: string };

/** The prepared queries of one library. */
export type LibraryReader = {
  readonly collection: Picture["collection"];
  find(query: PictureQuery): Picture[];
  picture(id: string): Picture | null;
  file(id: string): PictureFile | null;
  /** Whether the library has a picture, or a source that was not scanned yet. */
  isInUse(): boolean;
  /** Returns a folder of the settings without a picture whose scan failed, and why; or null. */
  missingFolder(): { location: string; problem: string } | null;
  pictureCount(): number;
};

/**
 * Prepares the queries of one library. `ownHost` is this server's name, the host of pictures that
 * have no other.
 */
export function createLibraryReader(
  database: SqliteDatabase,
  collection: Picture["collection"],
  ownHost: string,
): LibraryReader {
  const find = createFinder(database, ownHost);
  const byId = database.prepare(`SELECT ${PICTURE_COLUMNS} FROM pictures AS p WHERE p.id = ?`);
  const fileById = database.prepare(
    `SELECT ${PICTURE_COLUMNS}, sources.location, sources.kind, p.path
     FROM pictures AS p JOIN sources ON sources.number = p.source WHERE p.id = ?`,
  );
  const inUse = database.prepare(
    `SELECT EXISTS (SELECT 1 FROM pictures)
       OR EXISTS (SELECT 1 FROM sources WHERE scanned_at_ms IS NULL) AS inUse`,
  );
  const missingFolder = database.prepare(
    `SELECT location, problem FROM sources WHERE origin = 'settings' AND problem IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM pictures WHERE source = sources.number) LIMIT 1`,
  );
  const count = database.prepare("SELECT count(*) AS count FROM pictures");
  return {
    collection,
    find: (query) => find(query).map((row) => toPicture(row, collection)),
    picture(id) {
      const row = byId.get(id) as PictureRow | undefined;
      return row === undefined ? null : toPicture(row, collection);
    },
    file(id) {
      const row = fileById.get(id) as FileRow | undefined;
      if (row === undefined) return null;
      return { picture: toPicture(row, collection), root: rootOf(row), path: row.path };
    },
    isInUse: () => (inUse.get() as { inUse: number }).inUse === 1,
    missingFolder: () =>
      (missingFolder.get() as { location: string; problem: string } | undefined) ?? null,
    pictureCount: () => (count.get() as { count: number }).count,
  };
}

/** Lists broken files, of one source or of all, in order of their paths. */
export function listBrokenFiles(
  database: SqliteDatabase,
  { source = null, limit }: { source?: number | null; limit: number },
): BrokenFile[] {
  return database
    .prepare(
      `SELECT sources.location AS source, broken_files.path, broken_files.reason
       FROM broken_files JOIN sources ON sources.number = broken_files.source
       WHERE ?1 IS NULL OR sources.number = ?1
       ORDER BY sources.number, broken_files.path LIMIT ?2`,
    )
    .all(source, limit) as BrokenFile[];
}

export function countBrokenFiles(database: SqliteDatabase): number {
  const row = database.prepare("SELECT count(*) AS count FROM broken_files").get();
  return (row as { count: number }).count;
}

type FileRow = PictureRow & { location: string; kind: "folder" | "manifest"; path: string };

/** A row of `pictures` as SQLite gives it. */
type PictureRow = {
  number: number;
  id: string;
  name: string;
  keywords: string;
  width_px: number;
  height_px: number;
  accent_color: string;
  is_transparent: number;
  rating: Picture["rating"];
  format: PictureFormat;
  file_bytes: number;
  modified_ms: number;
  host_url: string | null;
  host: string | null;
};

const PICTURE_COLUMNS =
  "p.number, p.id, p.name, p.keywords, p.width_px, p.height_px, p.accent_color, p.is_transparent, p.rating, p.format, p.file_bytes, p.modified_ms, p.host_url, p.host";

/**
 * The columns that must hold every term, best first. A picture named by the terms comes before one
 * that has them among its keywords, and that before one that needs its folder to match.
 */
const TIERS = ["{name}", "{name keywords}", "{name keywords folder}"] as const;

/**
 * How many matches of a tier are scored, in order of import: scoring every match of a common term
 * would take time proportional to the library.
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
    SELECT p.number, bm25(picture_terms, 10.0, 4.0, 1.0) AS score
    FROM picture_terms JOIN pictures AS p ON p.number = picture_terms.rowid
    WHERE picture_terms MATCH ?1 AND ${FILTERS}
    LIMIT ${CANDIDATES_MAX}
  ) AS candidates JOIN pictures AS p ON p.number = candidates.number
  ORDER BY candidates.score, p.number
  LIMIT ?6`;

/**
 * Prepares the search: best matches first, equal scores in order of import. A query without a term
 * finds nothing.
 */
function createFinder(
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
    // Queried separately, because exact names may not be among the candidates.
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

function toPicture(row: PictureRow, collection: Picture["collection"]): Picture {
  return {
    id: row.id,
    collection,
    name: row.name,
    keywords: JSON.parse(row.keywords) as string[],
    widthPx: row.width_px,
    heightPx: row.height_px,
    accentColor: row.accent_color,
    isTransparent: row.is_transparent === 1,
    rating: row.rating,
    format: row.format,
    revision: fileRevision(row.file_bytes, row.modified_ms),
    hostUrl: row.host_url,
    host: row.host,
  };
}
