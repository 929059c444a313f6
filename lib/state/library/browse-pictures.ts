import "server-only";
import type {
  BrowsedPictures,
  BrowseFilters,
  BrowseQuery,
  LibraryFolder,
  LibraryOverview,
  SourceLocation,
} from "../library-store";
import { countRows, type Sql, sql } from "../sql";
import type { Store } from "../store";
import { PICTURE_COLUMNS, type PictureRow, toPicture } from "./picture-rows";

const FOLDERS_MAX = 200;

const VISIBLE = sql`FROM library_pictures WHERE rating = 'strict'`;

/** Lists pictures without a search (`LibraryStore.browse`). */
export function browsePictures(store: Store, query: BrowseQuery): Promise<BrowsedPictures> {
  return query.order === "newest" ? newest(store, query) : random(store, query);
}

function newest(
  store: Store,
  query: Extract<BrowseQuery, { order: "newest" }>,
): Promise<BrowsedPictures> {
  const { conditions, index } = conditionsOf(query);
  const from = sql`FROM library_pictures ${[store.readIndex(index)]}
    WHERE rating = 'strict' ${conditions}`;
  return store.read(async (transaction) => {
    const [matchCount, rows] = await Promise.all([
      countRows(transaction, from),
      transaction.all<PictureRow>(
        ...sql`SELECT ${[PICTURE_COLUMNS]}
         FROM (
           SELECT number ${from} ORDER BY modified_ms DESC, number DESC
           LIMIT ${query.count} OFFSET ${query.offset}
         ) AS chosen JOIN library_pictures AS p ON p.number = chosen.number
         ORDER BY p.modified_ms DESC, p.number DESC`,
      ),
    ]);
    return { pictures: rows.map(toPicture), matchCount };
  });
}

function random(
  store: Store,
  { seed, count }: Extract<BrowseQuery, { order: "random" }>,
): Promise<BrowsedPictures> {
  const from = (comparison: ">=" | "<") =>
    sql`SELECT ${[PICTURE_COLUMNS]} FROM library_pictures AS p
     WHERE p.rating = 'strict' AND p.id ${[comparison]} ${seed} ORDER BY p.id LIMIT ${count}`;
  return store.read(async (transaction) => {
    const [matchCount, fromSeed, beforeSeed] = await Promise.all([
      countRows(transaction, VISIBLE),
      transaction.all<PictureRow>(...from(">=")),
      transaction.all<PictureRow>(...from("<")),
    ]);
    const rows = [...fromSeed, ...beforeSeed].slice(0, count);
    return { pictures: rows.map(toPicture), matchCount };
  });
}

/** Counts the pictures by folder, colour and size (`LibraryStore.overview`). */
export function readOverview(store: Store): Promise<LibraryOverview> {
  return store.read(async (transaction) => {
    const [pictureCount, folders, colours, sizes] = await Promise.all([
      countRows(transaction, VISIBLE),
      transaction.all<LibraryFolder & SourceLocation & { pictureCount: number }>(
        ...sql`SELECT source, folder AS path, pictures AS "pictureCount", location, kind
         FROM (
           SELECT source, folder, count(*) AS pictures, max(modified_ms) AS newest_ms
           FROM library_pictures WHERE rating = 'strict' GROUP BY source, folder
         ) AS counted JOIN library_sources AS s ON s.number = counted.source
         ORDER BY newest_ms DESC, source, folder LIMIT ${FOLDERS_MAX}`,
      ),
      transaction.all<LibraryOverview["colours"][number]>(
        `SELECT colour, count(*) AS "pictureCount" FROM library_pictures
         WHERE rating = 'strict' GROUP BY colour ORDER BY colour`,
      ),
      transaction.all<LibraryOverview["sizes"][number]>(
        `SELECT size_class AS size, count(*) AS "pictureCount" FROM library_pictures
         WHERE rating = 'strict' GROUP BY size_class ORDER BY size_class`,
      ),
    ]);
    return {
      pictureCount,
      folders: folders.map(({ location, kind, ...folder }) => ({
        ...folder,
        sourceLocation: { location, kind },
      })),
      colours,
      sizes,
    };
  });
}

function conditionsOf({ folder, colour, size }: BrowseFilters) {
  let conditions: Sql = [""];
  if (folder !== null) conditions = sql`AND source = ${folder.source} AND folder = ${folder.path}`;
  if (colour !== null) conditions = sql`${conditions} AND colour = ${colour}`;
  if (size !== null) conditions = sql`${conditions} AND size_class = ${size}`;
  const index =
    (folder && "library_pictures_folder") ??
    (colour && "library_pictures_colour") ??
    (size && "library_pictures_size") ??
    "library_pictures_newest";
  return { conditions, index };
}
