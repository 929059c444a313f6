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
  return query.order === "random" ? random(store, query) : sorted(store, query);
}

const TAKEN = "coalesce(taken_at, '')";

function sorted(
  store: Store,
  query: Exclude<BrowseQuery, { order: "random" }>,
): Promise<BrowsedPictures> {
  const { conditions, index } = conditionsOf(query);
  const from = (name: string) => sql`FROM library_pictures ${[store.readIndex(name)]}
    WHERE rating = 'strict' ${conditions}`;
  // The index by date has the columns of all filters.
  const [key, sortedIndex] =
    query.order === "taken" ? [TAKEN, "library_pictures_taken"] : ["modified_ms", index];
  return store.read(async (transaction) => {
    const [matchCount, rows] = await Promise.all([
      countRows(transaction, from(index)),
      transaction.all<PictureRow>(
        ...sql`SELECT ${[PICTURE_COLUMNS]}
         FROM (
           SELECT number, ${[key]} AS sort_key ${from(sortedIndex)}
           ORDER BY sort_key DESC, number DESC LIMIT ${query.count} OFFSET ${query.offset}
         ) AS chosen JOIN library_pictures AS p ON p.number = chosen.number
         ORDER BY sort_key DESC, p.number DESC`,
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
    const [pictureCount, folders, colours, sizes, dated] = await Promise.all([
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
      transaction.get(...sql`SELECT 1 AS found ${VISIBLE} AND ${[TAKEN]} > '' LIMIT 1`),
    ]);
    return {
      pictureCount,
      folders: folders.map(({ location, kind, ...folder }) => ({
        ...folder,
        sourceLocation: { location, kind },
      })),
      colours,
      sizes,
      hasDates: dated !== null,
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
