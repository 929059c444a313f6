import "server-only";
import type { SqliteDatabase } from "@/lib/state/sqlite/database";
import type { Picture } from "../picture";
import { matchExpression, tokensOf } from "./index-terms";
import { type FileLocation, fileRevision } from "./open-file";
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

/** A picture and the location of its file. */
export type PictureFile = FileLocation & { picture: Picture };

/** A file of a source that is not a usable picture, and why. */
export type BrokenFile = { source: string; path: string; reason: string };

/** The prepared queries of one library. */
export type LibraryReader = ReturnType<typeof createLibraryReader>;

/**
 * Prepares the queries of one library. `ownHost` is this server's name, the host of pictures that
 * have no other.
 */
export function createLibraryReader(
  database: SqliteDatabase,
  collection: Picture["collection"],
  ownHost: string,
) {
  const exactName = database.prepare(EXACT_NAME);
  const tier = database.prepare(TIER);
  const toPicture = ({ fileBytes, modifiedMs, ...row }: PictureRow): Picture => ({
    ...row,
    collection,
    keywords: JSON.parse(row.keywords) as string[],
    isTransparent: row.isTransparent === 1,
    revision: fileRevision(fileBytes, modifiedMs),
  });
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
    /**
     * Returns the best matches first, equal scores in order of import. A query without a term finds
     * nothing.
     */
    find(query: PictureQuery): Picture[] {
      const expression = matchExpression(query.q);
      if (expression === null) return [];
      const isOwnSite =
        query.site !== null && (ownHost === query.site || ownHost.endsWith(`.${query.site}`));
      const filters = {
        isModerate: query.safesearch === "moderate" ? 1 : 0,
        isOpaque: query.transparent ? 1 : 0,
        site: query.site,
        isOwnSite: isOwnSite ? 1 : 0,
      };
      const found = new Map<string, PictureRow>();
      const collect = (rows: unknown[]) => {
        for (const row of rows as PictureRow[]) if (!found.has(row.id)) found.set(row.id, row);
      };
      // Queried separately, because exact names may not be among the candidates.
      const nameTokens = tokensOf(query.q);
      collect(exactName.all({ ...filters, nameTokens, limit: query.count }));
      for (const columns of TIERS) {
        if (found.size >= query.count) break;
        // An earlier tier's pictures match this one too.
        const limit = query.count + found.size;
        collect(tier.all({ ...filters, expression: `${columns} : (${expression})`, limit }));
      }
      return [...found.values()].slice(0, query.count).map(toPicture);
    },
    picture(id: string): Picture | null {
      const [row] = byId.all(id) as PictureRow[];
      return row === undefined ? null : toPicture(row);
    },
    file(id: string): PictureFile | null {
      const [row] = fileById.all(id) as FileRow[];
      if (row === undefined) return null;
      const { path, kind, location, ...picture } = row;
      return { picture: toPicture(picture), root: rootOf({ kind, location }), path };
    },
    /** Whether the library has a picture, or a source that was not scanned yet. */
    isInUse: () => (inUse.get() as { inUse: number }).inUse === 1,
    /** Returns a folder of the settings without a picture whose scan failed, and why; or null. */
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

const PICTURE_COLUMNS = `p.id, p.name, p.keywords, p.width_px AS widthPx, p.height_px AS heightPx,
  p.accent_color AS accentColor, p.is_transparent AS isTransparent, p.rating, p.format,
  p.file_bytes AS fileBytes, p.modified_ms AS modifiedMs,
  p.host_url AS hostUrl, p.host`;

type PictureRow = Omit<Picture, "collection" | "keywords" | "isTransparent" | "revision"> & {
  keywords: string;
  isTransparent: number;
  fileBytes: number;
  modifiedMs: number;
};

/**
 * The columns that must hold every term, best first. Matches of the name rank before matches that
 * need the keywords, and those before matches that need the folder.
 */
const TIERS = ["{name}", "{name keywords}", "{name keywords folder}"] as const;

/**
 * How many matches of a tier are scored, in order of import: scoring every match of a common term
 * would take time proportional to the library.
 */
const CANDIDATES_MAX = 2000;

const FILTERS = `(:isModerate OR p.rating = 'strict')
  AND (NOT :isOpaque OR p.is_transparent = 0)
  AND (:site IS NULL OR p.host = :site OR substr(p.host, -length(:site) - 1) = '.' || :site
    OR (:isOwnSite AND p.host IS NULL))`;

const EXACT_NAME = `
  SELECT ${PICTURE_COLUMNS} FROM pictures AS p
  WHERE p.name_tokens = :nameTokens AND ${FILTERS}
  ORDER BY p.number LIMIT :limit`;

const TIER = `
  SELECT ${PICTURE_COLUMNS}
  FROM (
    SELECT p.number, bm25(picture_terms, 10.0, 4.0, 1.0) AS score
    FROM picture_terms JOIN pictures AS p ON p.number = picture_terms.rowid
    WHERE picture_terms MATCH :expression AND ${FILTERS}
    LIMIT ${CANDIDATES_MAX}
  ) AS candidates JOIN pictures AS p ON p.number = candidates.number
  ORDER BY candidates.score, p.number
  LIMIT :limit`;
