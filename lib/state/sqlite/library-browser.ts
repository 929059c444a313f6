import "server-only";
import type {
  BrowsedPictures,
  BrowseFilters,
  BrowseQuery,
  LibraryFolder,
  LibraryOverview,
  SourcePlace,
} from "../library-store";
import type { SqliteDatabase } from "./database";
import { PICTURE_COLUMNS, type PictureRow, toPicture } from "./library-reader";

const FOLDERS_MAX = 200;

/** The queries that list pictures without a search; see `LibraryStore`. */
export type LibraryBrowser = ReturnType<typeof createLibraryBrowser>;

export function createLibraryBrowser(database: SqliteDatabase) {
  const byConditions = new Map<string, ReturnType<typeof prepareNewest>>();
  const fromSeed = database.prepare(`${RANDOM} AND p.id >= ? ORDER BY p.id LIMIT ?`);
  const beforeSeed = database.prepare(`${RANDOM} AND p.id < ? ORDER BY p.id LIMIT ?`);
  const count = database.prepare(
    "SELECT count(*) AS matches FROM pictures WHERE rating = 'strict'",
  );
  const folders = database.prepare(
    `SELECT source, folder AS path, pictures AS pictureCount, sources.location, sources.kind
     FROM (
       SELECT source, folder, count(*) AS pictures, max(modified_ms) AS newest_ms
       FROM pictures WHERE rating = 'strict' GROUP BY source, folder
     ) AS counted JOIN sources ON sources.number = counted.source
     ORDER BY newest_ms DESC, source, folder LIMIT ${FOLDERS_MAX}`,
  );
  const colours = database.prepare(
    `SELECT colour, count(*) AS pictureCount FROM pictures
     WHERE rating = 'strict' AND colour IS NOT NULL GROUP BY colour ORDER BY colour`,
  );
  const sizes = database.prepare(
    `SELECT size_class AS size, count(*) AS pictureCount FROM pictures
     WHERE rating = 'strict' GROUP BY size_class ORDER BY size_class`,
  );

  function prepareNewest(conditions: string, index: string) {
    // Without statistics SQLite would choose the index of any filter.
    const from = `pictures INDEXED BY ${index} WHERE rating = 'strict' ${conditions}`;
    return {
      pictures: database.prepare(
        `SELECT ${PICTURE_COLUMNS}
         FROM (
           SELECT number FROM ${from}
           ORDER BY modified_ms DESC, number DESC LIMIT ? OFFSET ?
         ) AS chosen JOIN pictures AS p ON p.number = chosen.number
         ORDER BY p.modified_ms DESC, p.number DESC`,
      ),
      count: database.prepare(`SELECT count(*) AS matches FROM ${from}`),
    };
  }

  function newest(query: Extract<BrowseQuery, { order: "newest" }>): BrowsedPictures {
    const { conditions, values, index } = conditionsOf(query);
    const statements = byConditions.get(conditions) ?? prepareNewest(conditions, index);
    byConditions.set(conditions, statements);
    const { matches } = statements.count.get(...values) as { matches: number };
    const rows = statements.pictures.all(...values, query.count, query.offset) as PictureRow[];
    return { pictures: rows.map(toPicture), matchCount: matches };
  }

  return {
    browse(query: BrowseQuery): BrowsedPictures {
      if (query.order === "newest") return newest(query);
      const rows = fromSeed.all(query.seed, query.count) as PictureRow[];
      const missing = query.count - rows.length;
      if (missing > 0) rows.push(...(beforeSeed.all(query.seed, missing) as PictureRow[]));
      const { matches } = count.get() as { matches: number };
      return { pictures: rows.map(toPicture), matchCount: matches };
    },
    overview(): LibraryOverview {
      const { matches } = count.get() as { matches: number };
      const rows = folders.all() as (LibraryFolder & SourcePlace & { pictureCount: number })[];
      return {
        pictureCount: matches,
        folders: rows.map(({ source, path, pictureCount, location, kind }) => ({
          source,
          path,
          pictureCount,
          place: { location, kind },
        })),
        colours: colours.all() as LibraryOverview["colours"],
        sizes: sizes.all() as LibraryOverview["sizes"],
      };
    },
  };
}

function conditionsOf({ folder, colour, size }: BrowseFilters) {
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  if (folder !== null) {
    conditions.push("AND source = ? AND folder = ?");
    values.push(folder.source, folder.path);
  }
  if (colour !== null) {
    conditions.push("AND colour = ?");
    values.push(colour);
  }
  if (size !== null) {
    conditions.push("AND size_class = ?");
    values.push(size);
  }
  const index =
    (folder && "pictures_by_folder") ??
    (colour && "pictures_by_colour") ??
    (size && "pictures_by_size") ??
    "pictures_newest";
  return { conditions: conditions.join(" "), values, index };
}

const RANDOM = `SELECT ${PICTURE_COLUMNS} FROM pictures AS p WHERE p.rating = 'strict'`;
