import "server-only";
import type {
  BrowseFilters,
  BrowseQuery,
  LibraryFolder,
  LibraryOverview,
  SourcePlace,
} from "../library-store";
import type { Sql } from "./postgres-database";

const FOLDERS_MAX = 200;

/** Lists pictures without a search (`LibraryStore.browse`): the rows of `columns`, and the count. */
export async function browsePictures(
  sql: Sql,
  query: BrowseQuery,
  columns: string,
): Promise<{ rows: unknown[]; matchCount: number }> {
  const filters = query.order === "newest" ? query : NO_FILTERS;
  const where = sql`rating = 'strict' ${conditionsOf(sql, filters)}`;
  const [[counted], rows] = await Promise.all([
    sql<[{ matchCount: number }]>`
      SELECT count(*) AS "matchCount" FROM vitrine.library_pictures WHERE ${where}`,
    query.order === "newest"
      ? sql`
          SELECT ${sql.unsafe(columns)}
          FROM (
            SELECT number FROM vitrine.library_pictures WHERE ${where}
            ORDER BY modified_ms DESC, number DESC LIMIT ${query.count} OFFSET ${query.offset}
          ) AS chosen JOIN vitrine.library_pictures AS p USING (number)
          ORDER BY p.modified_ms DESC, p.number DESC`
      : sql`
          (SELECT ${sql.unsafe(columns)} FROM vitrine.library_pictures AS p
           WHERE p.rating = 'strict' AND p.id >= ${query.seed} ORDER BY p.id LIMIT ${query.count})
          UNION ALL
          (SELECT ${sql.unsafe(columns)} FROM vitrine.library_pictures AS p
           WHERE p.rating = 'strict' AND p.id < ${query.seed} ORDER BY p.id LIMIT ${query.count})
          LIMIT ${query.count}`,
  ]);
  return { rows: [...rows], matchCount: counted.matchCount };
}

/** Counts the pictures by folder, colour and size (`LibraryStore.overview`). */
export async function readOverview(sql: Sql): Promise<LibraryOverview> {
  const [[counted], folders, colours, sizes] = await Promise.all([
    sql<[{ pictureCount: number }]>`
      SELECT count(*) AS "pictureCount" FROM vitrine.library_pictures WHERE rating = 'strict'`,
    sql<(LibraryFolder & SourcePlace & { pictureCount: number })[]>`
      SELECT p.source, p.folder AS path, count(*) AS "pictureCount", s.location, s.kind
      FROM vitrine.library_pictures AS p JOIN vitrine.library_sources AS s ON s.number = p.source
      WHERE p.rating = 'strict'
      GROUP BY p.source, p.folder, s.location, s.kind
      ORDER BY max(p.modified_ms) DESC, p.source, p.folder LIMIT ${FOLDERS_MAX}`,
    sql<LibraryOverview["colours"]>`
      SELECT colour, count(*) AS "pictureCount" FROM vitrine.library_pictures
      WHERE rating = 'strict' AND colour IS NOT NULL GROUP BY colour ORDER BY colour`,
    sql<LibraryOverview["sizes"]>`
      SELECT size_class AS size, count(*) AS "pictureCount" FROM vitrine.library_pictures
      WHERE rating = 'strict' GROUP BY size_class ORDER BY size_class`,
  ]);
  return {
    pictureCount: counted.pictureCount,
    folders: folders.map(({ source, path, pictureCount, location, kind }) => ({
      source,
      path,
      pictureCount,
      place: { location, kind },
    })),
    colours: colours.map((row) => ({ ...row })),
    sizes: sizes.map((row) => ({ ...row })),
  };
}

const NO_FILTERS: BrowseFilters = { folder: null, colour: null, size: null };

function conditionsOf(sql: Sql, { folder, colour, size }: BrowseFilters) {
  return sql`
    ${folder === null ? sql`` : sql`AND source = ${folder.source} AND folder = ${folder.path}`}
    ${colour === null ? sql`` : sql`AND colour = ${colour}`}
    ${size === null ? sql`` : sql`AND size_class = ${size}`}`;
}
