import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type {
  BrokenFile,
  BrokenReason,
  FiledPicture,
  FileState,
  IndexedPicture,
  LibraryAnswer,
  LibraryQuery,
  LibraryStore,
  LibrarySummary,
  Source,
  SourceLocation,
} from "../library-store";
import { type Sql, sql, sqlList } from "../sql";
import type { Lock, Reading, Store, Writing } from "../store";
import { browsePictures, readOverview } from "./browse-pictures";
import { applyRatings, batchesOf, follow, hasFollowed } from "./library-ratings";
import {
  PICTURE_COLUMNS,
  type PictureRow,
  putPicture,
  termsOfPicture,
  toPicture,
} from "./picture-rows";

/** The pause between two steps of a long removal, in which others may write. */
const PAUSE_MS_MAX = 100;
const REMOVED_AT_ONCE = 500;
const COPIES_MAX = 100;
const LISTED_MAX = 1_000;

/** The full-text index of a library, which follows its table of pictures. */
export type LibraryIndex = Pick<LibraryStore, "catchUp"> & {
  find(query: LibraryQuery): Promise<Omit<LibraryAnswer, "pictures"> & { pictures: IndexedRow[] }>;
};

export type IndexedRow = PictureRow & Pick<IndexedPicture, "copyCount" | "sizeCount">;

/** The database-specific parts of a library. */
export type LibraryDatabaseParts = {
  store: Store;
  index: LibraryIndex;
  /** Runs `work` on the store. Rejects with the `AppError` `library_unreadable` if the store fails. */
  use<T>(work: () => Promise<T>): Promise<T>;
  /** Whether the store was read-only when it was last used. */
  isReadOnly(): boolean;
  /** A second copy of the sources added by command, for a library that may be rebuilt. */
  copy: SourcesCopy | null;
  scanInTurn: LibraryStore["scanInTurn"];
  close(): Promise<void>;
};

type SourcesCopy = {
  read(): SourceLocation[];
  write(sources: readonly SourceLocation[]): void;
  remove(location: string): void;
};

const SELECT_SOURCES = sql`
  SELECT s.number, s.location, s.kind, s.origin, s.scanned_at_ms AS "scannedAtMs", s.problem,
    s.mounts,
    (SELECT count(*) FROM library_pictures WHERE source = s.number) AS "pictureCount"
  FROM library_sources AS s`;

/** Writers of pictures run one after the other, so that their unique keys do not collide. */
const PICTURES: readonly Lock[] = [{ kind: "pictures", name: "" }];

/** Creates the library in a store with `LIBRARY_TABLES`. */
export function createLibrary(database: LibraryDatabaseParts): LibraryStore {
  const { store, index, use, copy } = database;
  const read = <T>(work: (transaction: Reading) => Promise<T>) => use(() => store.read(work));
  const write = <T>(locks: readonly Lock[], work: (transaction: Writing) => Promise<T>) =>
    use(() => store.write({ locks }, work));

  const listSources = async (): Promise<Source[]> => {
    const rows = await read((transaction) =>
      transaction.all<SourceRow>(...sql`${SELECT_SOURCES} ORDER BY s.number`),
    );
    return rows.map(toSource);
  };

  const sourceAt = async (location: string): Promise<Source | null> => {
    const row = await read((transaction) =>
      transaction.get<SourceRow>(...sql`${SELECT_SOURCES} WHERE s.location = ${location}`),
    );
    return row && toSource(row);
  };

  const insertSource = ({ location, kind, origin }: Pick<Source, "location" | "kind" | "origin">) =>
    write([], (transaction) =>
      transaction.run(
        ...sql`INSERT INTO library_sources (location, kind, origin)
         VALUES (${location}, ${kind}, ${origin}) ON CONFLICT (location) DO NOTHING`,
      ),
    );

  /** Gives the copy and the library the same sources added by command. */
  async function syncCopy(): Promise<void> {
    if (copy === null) return;
    const copied = copy.read();
    for (const source of copied) await insertSource({ ...source, origin: "command" });
    const sources = (await listSources()).filter(({ origin }) => origin === "command");
    if (sources.length === copied.length) return;
    copy.write(sources.map(({ location, kind }) => ({ location, kind })));
  }

  async function removeSource(location: string): Promise<boolean> {
    // Before the removal, so that an interruption does not restore the source. After it, in case
    // another process wrote the copy in between.
    copy?.remove(location);
    const source = await sourceAt(location);
    if (source === null) return false;
    for (let removed = REMOVED_AT_ONCE; removed === REMOVED_AT_ONCE; ) {
      const startMs = performance.now();
      removed = await write(PICTURES, (transaction) =>
        transaction.run(
          ...sql`DELETE FROM library_pictures WHERE number IN (
             SELECT number FROM library_pictures WHERE source = ${source.number}
             LIMIT ${REMOVED_AT_ONCE})`,
        ),
      );
      await pauseAfter(startMs);
    }
    await write([], (transaction) =>
      transaction.run(...sql`DELETE FROM library_sources WHERE number = ${source.number}`),
    );
    copy?.remove(location);
    return true;
  }

  return {
    async find(query) {
      const { pictures, ...found } = await use(() => index.find(query));
      return {
        ...found,
        pictures: pictures.map(({ copyCount, sizeCount, ...row }) => ({
          ...toPicture(row),
          ...{ copyCount, sizeCount },
        })),
      };
    },
    catchUp: () => use(() => index.catchUp()),
    async picture(id) {
      // PostgreSQL refuses a NUL in a text.
      if (id.includes("\0")) return null;
      const row = await read((transaction) =>
        transaction.get<PictureRow>(
          ...sql`SELECT ${[PICTURE_COLUMNS]} FROM library_pictures AS p
            WHERE p.id = ${id} AND p.is_hidden = 0`,
        ),
      );
      return row && toFiled(row);
    },
    async pictures(source, after) {
      const rows = await read((transaction) =>
        transaction.all<PictureRow>(
          ...sql`SELECT ${[PICTURE_COLUMNS]} FROM library_pictures AS p
            WHERE p.source = ${source} AND p.path > ${after ?? ""} AND p.is_hidden = 0
            ORDER BY p.path LIMIT ${LISTED_MAX}`,
        ),
      );
      return rows.map(toFiled);
    },
    async copies(id) {
      const rows = await read((transaction) =>
        transaction.all<PictureRow>(
          ...sql`SELECT ${[PICTURE_COLUMNS]} FROM library_pictures AS p
            WHERE p.is_hidden = 0 AND (p.id = ${id} OR p.copies_of =
              (SELECT copies_of FROM library_pictures WHERE id = ${id}))
            ORDER BY p.width_px * p.height_px DESC, p.number LIMIT ${COPIES_MAX}`,
        ),
      );
      return rows.map(toPicture);
    },
    summary: () =>
      read(async (transaction) => {
        const [counts, missingFolder] = await Promise.all([
          transaction.get<{ pictures: number; hidden: number; newSources: number }>(
            `SELECT (SELECT count(*) FROM library_pictures) AS pictures,
               (SELECT count(*) FROM library_pictures WHERE is_hidden = 1) AS hidden,
               (SELECT count(*) FROM library_sources WHERE scanned_at_ms IS NULL) AS "newSources"`,
          ),
          transaction.get<NonNullable<LibrarySummary["missingFolder"]>>(
            `SELECT location, problem FROM library_sources AS s
             WHERE origin = 'settings' AND problem IS NOT NULL
               AND NOT EXISTS (SELECT 1 FROM library_pictures WHERE source = s.number)
             ORDER BY number LIMIT 1`,
          ),
        ]);
        const { pictures = 0, hidden = 0, newSources = 0 } = counts ?? {};
        return {
          pictureCount: pictures - hidden,
          isInUse: pictures > 0 || newSources > 0,
          missingFolder,
        };
      }),
    browse: (query) => use(() => browsePictures(store, query)),
    overview: () => use(() => readOverview(store)),
    sources: listSources,
    sourceLocations: async () => {
      const rows = await read((transaction) =>
        transaction.all<{ location: string }>(...sql`SELECT location FROM library_sources`),
      );
      return rows.map(({ location }) => location);
    },
    async addSource(source) {
      await insertSource(source);
      const added = await sourceAt(source.location);
      if (added === null) throw new Error("the source was removed at the same time");
      if (source.origin === "command") await syncCopy();
      return added;
    },
    removeSource,
    async followSettings(folders) {
      for (const { location, origin } of await listSources()) {
        if (origin === "settings" && !folders.includes(location)) await removeSource(location);
      }
      for (const location of folders) {
        await insertSource({ location, kind: "folder", origin: "settings" });
      }
      await syncCopy();
    },
    async knownFiles(source, paths = null) {
      const condition = paths === null ? sql`source = ${source}` : atPaths(source, paths);
      const rows = await read((transaction) =>
        transaction.all<FileState & { path: string; isBroken: number }>(
          ...sql`SELECT path, file_bytes AS "fileBytes", modified_ms AS "modifiedMs", entry,
             0 AS "isBroken"
           FROM library_pictures WHERE ${condition}
           UNION ALL
           SELECT path, file_bytes, modified_ms, entry, 1
           FROM library_broken_files WHERE ${condition}`,
        ),
      );
      return new Map(
        rows.map(({ path, isBroken, ...state }) => [path, { ...state, isBroken: isBroken === 1 }]),
      );
    },
    async save(source, picture) {
      const terms = termsOfPicture(picture);
      await write(PICTURES, async (transaction) => {
        await putPicture(transaction, source, picture, terms);
        await Promise.all([
          applyRatings(transaction, [picture.id]),
          transaction.run(
            ...sql`DELETE FROM library_broken_files
              WHERE source = ${source} AND path = ${picture.path}`,
          ),
        ]);
      });
    },
    saveBroken: (source, path, { fileBytes, modifiedMs, entry }, reason) =>
      write(PICTURES, async (transaction) => {
        await Promise.all([
          transaction.run(
            ...sql`DELETE FROM library_pictures WHERE source = ${source} AND path = ${path}`,
          ),
          transaction.run(
            ...sql`INSERT INTO library_broken_files
               (source, path, file_bytes, modified_ms, entry, reason)
             VALUES (${source}, ${path}, ${fileBytes}, ${modifiedMs}, ${entry}, ${reason})
             ON CONFLICT (source, path) DO UPDATE SET file_bytes = excluded.file_bytes,
               modified_ms = excluded.modified_ms, entry = excluded.entry, reason = excluded.reason`,
          ),
        ]);
      }),
    async remove(source, paths) {
      for (const batch of batchesOf(paths)) {
        const startMs = performance.now();
        await write(PICTURES, async (transaction) => {
          const listed = sql`WHERE source = ${source} AND path IN ${sqlList(batch)}`;
          await Promise.all([
            transaction.run(...sql`DELETE FROM library_pictures ${listed}`),
            transaction.run(...sql`DELETE FROM library_broken_files ${listed}`),
          ]);
        });
        await pauseAfter(startMs);
      }
    },
    recordScan: (source, problem, mounts) =>
      write([], async (transaction) => {
        await transaction.run(
          ...sql`UPDATE library_sources
            SET scanned_at_ms = ${transaction.time.nowMs}, problem = ${problem},
              mounts = ${JSON.stringify(mounts)}
            WHERE number = ${source}`,
        );
      }),
    brokenFiles: (source) =>
      read((transaction) =>
        transaction.all<BrokenFile>(
          ...sql`SELECT path, reason FROM library_broken_files WHERE source = ${source} ORDER BY path`,
        ),
      ),
    brokenReasons: () =>
      read((transaction) =>
        transaction.all<BrokenReason>(
          `SELECT source, reason, count(*) AS "fileCount" FROM library_broken_files
           GROUP BY source, reason ORDER BY source, count(*) DESC, reason`,
        ),
      ),
    scanInTurn: database.scanInTurn,
    async followRatings(ratings) {
      if (await read((transaction) => hasFollowed(transaction, ratings))) return "followed";
      if (database.isReadOnly()) return null;
      await write(PICTURES, async (transaction) => {
        if (!(await hasFollowed(transaction, ratings))) await follow(transaction, ratings);
      });
      return "followed";
    },
    close: database.close,
  };
}

type SourceRow = Omit<Source, "mounts"> & { mounts: string };

const toSource = (row: SourceRow): Source => ({ ...row, mounts: JSON.parse(row.mounts) });

function toFiled(row: PictureRow): FiledPicture {
  const { path, kind, location } = row;
  return { picture: toPicture(row), source: { kind, location }, path };
}

/** The condition that a file has one of these paths, or is in such a folder; each part has an index. */
function atPaths(source: number, paths: readonly string[]): Sql {
  return paths
    .map(
      // "0" follows "/" in the order of bytes.
      (path) => sql`(source = ${source} AND path = ${path})
        OR (source = ${source} AND path > ${`${path}/`} AND path < ${`${path}0`})`,
    )
    .reduce((one, other) => sql`${one} OR ${other}`, ["FALSE"] as Sql);
}

/** Leaves others as much time as the step took, because SQLite's lock has no queue. */
async function pauseAfter(startMs: number): Promise<void> {
  await sleep(Math.min(performance.now() - startMs, PAUSE_MS_MAX));
}
