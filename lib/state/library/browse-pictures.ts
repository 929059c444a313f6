import "server-only";
import type {
  BrowsedPictures,
  BrowseFilters,
  BrowseQuery,
  LibraryFolder,
  LibraryOverview,
  SourcePlace,
} from "../library-store";
import type { Reading, Store, Value } from "../store";
import { PICTURE_COLUMNS, type PictureRow, toPicture } from "./picture-rows";

const FOLDERS_MAX = 200;

/** Lists pictures without a search (`LibraryStore.browse`). */
export function browsePictures(store: Store, query: BrowseQuery): Promise<BrowsedPictures> {
  return query.order === "newest" ? newest(store, query) : random(store, query);
}

function newest(
  store: Store,
  query: Extract<BrowseQuery, { order: "newest" }>,
): Promise<BrowsedPictures> {
  const { conditions, values, index } = conditionsOf(query);
  const from = `FROM library_pictures ${store.readIndex(index)} WHERE rating = 'strict' ${conditions}`;
  const [limit, offset] = [values.length + 1, values.length + 2];
  return store.read(async (transaction) => {
    const [counted, rows] = await Promise.all([
      transaction.get<{ count: number }>(`SELECT count(*) AS count ${from}`, ...values),
      transaction.all<PictureRow>(
        `SELECT ${PICTURE_COLUMNS}
         FROM (
           SELECT number ${from} ORDER BY modified_ms DESC, number DESC
           LIMIT ?${limit} OFFSET ?${offset}
         ) AS chosen JOIN library_pictures AS p ON p.number = chosen.number
         ORDER BY p.modified_ms DESC, p.number DESC`,
        ...values,
        query.count,
        query.offset,
      ),
    ]);
    return { pictures: rows.map(toPicture), matchCount: counted?.count ?? 0 };
  });
}

function random(
  store: Store,
  { seed, count }: Extract<BrowseQuery, { order: "random" }>,
): Promise<BrowsedPictures> {
  const from = (comparison: string) =>
    `SELECT ${PICTURE_COLUMNS} FROM library_pictures AS p
     WHERE p.rating = 'strict' AND p.id ${comparison} ?1 ORDER BY p.id LIMIT ?2`;
  return store.read(async (transaction) => {
    const [matchCount, fromSeed, beforeSeed] = await Promise.all([
      countVisible(transaction),
      transaction.all<PictureRow>(from(">="), seed, count),
      transaction.all<PictureRow>(from("<"), seed, count),
    ]);
    const rows = [...fromSeed, ...beforeSeed].slice(0, count);
    return { pictures: rows.map(toPicture), matchCount };
  });
}

/** Counts the pictures by folder, colour and size (`LibraryStore.overview`). */
export function readOverview(store: Store): Promise<LibraryOverview> {
  return store.read(async (transaction) => {
    const [pictureCount, folders, colours, sizes] = await Promise.all([
      countVisible(transaction),
      transaction.all<LibraryFolder & SourcePlace & { pictureCount: number }>(
        `SELECT source, folder AS path, pictures AS "pictureCount", location, kind
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
        place: { location, kind },
      })),
      colours,
      sizes,
    };
  });
}

async function countVisible(transaction: Reading): Promise<number> {
  const row = await transaction.get<{ count: number }>(
    "SELECT count(*) AS count FROM library_pictures WHERE rating = 'strict'",
  );
  return row?.count ?? 0;
}

function conditionsOf({ folder, colour, size }: BrowseFilters) {
  const columns: [column: string, value: Value][] = [];
  if (folder !== null) columns.push(["source", folder.source], ["folder", folder.path]);
  if (colour !== null) columns.push(["colour", colour]);
  if (size !== null) columns.push(["size_class", size]);
  const index =
    (folder && "library_pictures_folder") ??
    (colour && "library_pictures_colour") ??
    (size && "library_pictures_size") ??
    "library_pictures_newest";
  return {
    conditions: columns.map(([column], place) => `AND ${column} = ?${place + 1}`).join(" "),
    values: columns.map(([, value]) => value),
    index,
  };
}
