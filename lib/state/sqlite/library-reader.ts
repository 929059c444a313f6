import "server-only";
import type { Filters } from "@/lib/contract/search-query";
import { type QueryTerm, queryTerms, tokensOf } from "@/lib/core/finding/index-terms";
import { fileRevision } from "@/lib/core/image/file-revision";
import type {
  BrokenFile,
  BrokenReason,
  FiledPicture,
  FileState,
  KnownFile,
  LibraryPicture,
  LibraryQuery,
  LibrarySummary,
  Source,
  SourcePlace,
} from "../library-store";
import { pictureFile } from "../picture-place";
import type { SqliteDatabase } from "./database";

/** The prepared queries of one library; see `LibraryStore`. */
export type LibraryReader = ReturnType<typeof createLibraryReader>;

export function createLibraryReader(database: SqliteDatabase) {
  const exactName = database.prepare(EXACT_NAME);
  const tier = database.prepare(TIER);
  const count = database.prepare(COUNT);
  const byId = database.prepare(
    `SELECT ${PICTURE_COLUMNS} FROM pictures AS p WHERE p.id = ? AND p.is_hidden = 0`,
  );
  const counts = database.prepare(
    `SELECT (SELECT count(*) FROM pictures) AS allCount,
       (SELECT count(*) FROM pictures WHERE is_hidden = 1) AS hiddenCount,
       EXISTS (SELECT 1 FROM sources WHERE scanned_at_ms IS NULL) AS hasNewSource`,
  );
  const missingFolder = database.prepare(
    `SELECT location, problem FROM sources WHERE origin = 'settings' AND problem IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM pictures WHERE source = sources.number) LIMIT 1`,
  );
  const sources = database.prepare(`${SELECT_SOURCES} ORDER BY number`);
  const sourceAt = database.prepare(`${SELECT_SOURCES} WHERE location = ?`);
  const broken = database.prepare(
    "SELECT path, reason FROM broken_files WHERE source = ? ORDER BY path",
  );
  const brokenReasons = database.prepare(
    `SELECT source, reason, count(*) AS fileCount FROM broken_files
     GROUP BY source, reason ORDER BY source, fileCount DESC, reason`,
  );
  const knownFiles = database.prepare(
    `SELECT path, file_bytes AS fileBytes, modified_ms AS modifiedMs, entry, 0 AS isBroken
     FROM pictures WHERE source = ?1
     UNION ALL
     SELECT path, file_bytes, modified_ms, entry, 1 FROM broken_files WHERE source = ?1`,
  );
  return {
    find(query: LibraryQuery): LibraryPicture[] {
      const terms = queryTerms(query.q);
      if (terms.length === 0) return [];
      const expression = terms.map(matchExpression).join(query.isAnyTerm ? " OR " : " AND ");
      const filters = {
        safesearch: query.safesearch,
        transparent: query.transparent ? 1 : 0,
        site: query.site,
        isOwnSite: query.isOwnSite ? 1 : 0,
      };
      const found = new Map<string, PictureRow>();
      const collect = (rows: unknown[]) => {
        for (const row of rows as PictureRow[]) if (!found.has(row.id)) found.set(row.id, row);
      };
      // Queried separately, because exact names may not be among the candidates.
      const nameTokens = tokensOf(query.q);
      collect(exactName.all({ ...filters, nameTokens, limit: query.count }));
      for (const columns of query.isAnyTerm ? TIERS.slice(-1) : TIERS) {
        if (found.size >= query.count) break;
        // An earlier tier's pictures match this one too.
        const limit = query.count + found.size;
        collect(
          tier.all({
            ...filters,
            expression: `(${columns} : (${expression})) AND (${expression})`,
            limit,
          }),
        );
      }
      return [...found.values()].slice(0, query.count).map(toPicture);
    },
    count: (terms: readonly QueryTerm[]): number[] =>
      terms.map((term) => (count.get(matchExpression(term)) as { pictures: number }).pictures),
    picture(id: string): FiledPicture | null {
      const [row] = byId.all(id) as PictureRow[];
      if (row === undefined) return null;
      const { path, kind, location } = row;
      return { picture: toPicture(row), source: { kind, location }, path };
    },
    summary(): LibrarySummary {
      const { allCount, hiddenCount, hasNewSource } = counts.get() as {
        allCount: number;
        hiddenCount: number;
        hasNewSource: number;
      };
      return {
        pictureCount: allCount - hiddenCount,
        isInUse: allCount > 0 || hasNewSource === 1,
        missingFolder:
          (missingFolder.all()[0] as LibrarySummary["missingFolder"] | undefined) ?? null,
      };
    },
    sources: () => sources.all() as Source[],
    sourceAt: (location: string) => sourceAt.all(location)[0] as Source | undefined,
    brokenFiles: (source: number) => broken.all(source) as BrokenFile[],
    brokenReasons: () => brokenReasons.all() as BrokenReason[],
    knownFiles(source: number): Map<string, KnownFile> {
      const rows = knownFiles.all(source) as (FileState & { path: string; isBroken: number })[];
      return new Map(
        rows.map(({ path, isBroken, ...state }) => [path, { ...state, isBroken: isBroken === 1 }]),
      );
    },
  };
}

/**
 * Writes a term as a full-text expression (SQLite FTS5 §3). FTS5 operators cannot be injected: each
 * token is quoted, and consists of letters, digits and marks.
 */
function matchExpression({ tokens, stem, isBeginning }: QueryTerm): string {
  if (tokens.length > 1) return `"${tokens.join(" ")}"`;
  return isBeginning ? `("${stem}" OR "${tokens[0]}"*)` : `"${stem}"`;
}

/** Reads a row of `PICTURE_COLUMNS`. */
export function toPicture(row: PictureRow): LibraryPicture {
  const { fileBytes, modifiedMs, path, location, kind, ...picture } = row;
  return {
    ...picture,
    ...pictureFile({ path, location, kind }),
    keywords: JSON.parse(row.keywords) as string[],
    isTransparent: row.isTransparent === 1,
    revision: fileRevision(fileBytes, modifiedMs),
  };
}

const SELECT_SOURCES = `
  SELECT number, location, kind, origin, scanned_at_ms AS scannedAtMs, problem,
    (SELECT count(*) FROM pictures WHERE source = sources.number) AS pictureCount
  FROM sources`;

export const PICTURE_COLUMNS = `p.id, p.name, p.keywords, p.width_px AS widthPx, p.height_px AS heightPx,
  p.accent_color AS accentColor, p.is_transparent AS isTransparent, p.rating, p.format,
  p.file_bytes AS fileBytes, p.modified_ms AS modifiedMs,
  p.host_url AS hostUrl, p.host, p.taken_at AS takenAt, p.camera, p.photographer, p.path,
  (SELECT location FROM sources WHERE number = p.source) AS location,
  (SELECT kind FROM sources WHERE number = p.source) AS kind`;

export type PictureRow = SourcePlace &
  Omit<LibraryPicture, "keywords" | "isTransparent" | "revision" | "folder" | "fileName"> & {
    keywords: string;
    isTransparent: number;
    fileBytes: number;
    modifiedMs: number;
    path: string;
  };

/** The columns that must hold every term, best first: subject, details, folder of `SearchText`. */
const TIERS = ["{name}", "{name keywords}", "{name keywords folder}"] as const;

/**
 * How many matches of a tier are scored, in order of import: scoring every match of a common term
 * would take time proportional to the library.
 */
const CANDIDATES_MAX = 2000;

const CONDITIONS: Record<Exclude<keyof Filters, "count">, string> = {
  safesearch: "(p.rating = 'strict' OR (:safesearch = 'moderate' AND p.is_hidden = 0))",
  transparent: "(NOT :transparent OR p.is_transparent = 0)",
  site: `(:site IS NULL OR p.host = :site OR substr(p.host, -length(:site) - 1) = '.' || :site
    OR (:isOwnSite AND p.host IS NULL))`,
};
const FILTERS = Object.values(CONDITIONS).join(" AND ");

const COUNT = `
  SELECT count(*) AS pictures
  FROM (SELECT 1 FROM picture_terms WHERE picture_terms MATCH ? LIMIT ${CANDIDATES_MAX})`;

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
