import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { ImageFormat } from "@/lib/platform/sniff-format";
import { inTransaction, type SqliteDatabase } from "@/lib/state/sqlite/database";
import { indexedText, tokensOf } from "./index-terms";

/** A file's state at the last scan; unchanged files are not read again. */
export type FileState = {
  fileBytes: number;
  /** Whole milliseconds since the epoch. */
  modifiedMs: number;
  /** The manifest's own text for the picture, "" in a folder. */
  entry: string;
};

/** A picture to save. */
export type PictureRecord = FileState & {
  id: string;
  path: string;
  name: string;
  keywords: readonly string[];
  /** One field per column of the index. */
  searchText: { name: string; keywords: string; folder: string };
  widthPx: number;
  heightPx: number;
  accentColor: string;
  isTransparent: boolean;
  rating: "strict" | "moderate";
  format: ImageFormat;
  hostUrl: string | null;
  host: string | null;
};

/** Number of pictures deleted in about 10 ms. */
const BATCH_SIZE = 500;

/** SQLite retries a lock at least every 100 ms. */
const PAUSE_MS_MAX = 100;

const SAVE_PICTURE = `
  INSERT INTO pictures (id, source, path, file_bytes, modified_ms, entry, name, keywords, width_px,
    height_px, accent_color, is_transparent, rating, format, host_url, host, name_tokens)
  VALUES (:id, :source, :path, :fileBytes, :modifiedMs, :entry, :name, :keywords, :widthPx,
    :heightPx, :accentColor, :isTransparent, :rating, :format, :hostUrl, :host, :nameTokens)
  ON CONFLICT (source, path) DO UPDATE SET
    id = excluded.id, file_bytes = excluded.file_bytes, modified_ms = excluded.modified_ms,
    entry = excluded.entry, name = excluded.name, keywords = excluded.keywords,
    width_px = excluded.width_px, height_px = excluded.height_px,
    accent_color = excluded.accent_color, is_transparent = excluded.is_transparent,
    rating = excluded.rating, format = excluded.format, host_url = excluded.host_url,
    host = excluded.host, name_tokens = excluded.name_tokens
  RETURNING number`;

/** Keeps the id of a picture whose manifest entry has a new path. */
const LEAVE_PATH = `
  DELETE FROM pictures WHERE source = ?1 AND path = ?2
    AND EXISTS (SELECT 1 FROM pictures WHERE id = ?3 AND path <> ?2)`;
const MOVE_PICTURE = "UPDATE pictures SET path = ?2 WHERE source = ?1 AND id = ?3 AND path <> ?2";

/** Prepares the writes of a library; each picture is one transaction. */
export function createPictureWriter(database: SqliteDatabase) {
  const savePicture = database.prepare(SAVE_PICTURE);
  const leavePath = database.prepare(LEAVE_PATH);
  const movePicture = database.prepare(MOVE_PICTURE);
  const deleteTerms = database.prepare("DELETE FROM picture_terms WHERE rowid = ?");
  const insertTerms = database.prepare(
    "INSERT INTO picture_terms (rowid, name, keywords, folder) VALUES (?, ?, ?, ?)",
  );
  const saveBrokenFile = database.prepare(
    `INSERT INTO broken_files (source, path, file_bytes, modified_ms, entry, reason)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (source, path) DO UPDATE SET file_bytes = excluded.file_bytes,
       modified_ms = excluded.modified_ms, entry = excluded.entry, reason = excluded.reason`,
  );
  const deletePicture = database.prepare("DELETE FROM pictures WHERE source = ? AND path = ?");
  const deleteBroken = database.prepare("DELETE FROM broken_files WHERE source = ? AND path = ?");

  return {
    /** Adds a picture, or updates it; an updated one keeps its number, and so its rank. */
    save: (source: number, record: PictureRecord): void =>
      inTransaction(database, () => {
        leavePath.run(source, record.path, record.id);
        movePicture.run(source, record.path, record.id);
        const { number } = savePicture.get({
          ...record,
          source,
          keywords: JSON.stringify(record.keywords),
          isTransparent: record.isTransparent ? 1 : 0,
          nameTokens: tokensOf(record.searchText.name),
        }) as { number: number };
        deleteTerms.run(number);
        insertTerms.run(
          number,
          indexedText(record.searchText.name),
          indexedText(record.searchText.keywords),
          indexedText(record.searchText.folder),
        );
        deleteBroken.run(source, record.path);
      }),
    /** Records a file that is not a usable picture, and deletes the picture it was before. */
    saveBroken: (source: number, path: string, state: FileState, reason: string): void =>
      inTransaction(database, () => {
        const { fileBytes, modifiedMs, entry } = state;
        deletePicture.run(source, path);
        saveBrokenFile.run(source, path, fileBytes, modifiedMs, entry, reason);
      }),
    /**
     * Deletes any number of files, in transactions of 500 each. SQLite's lock has no queue, so after
     * each transaction others get as much time as it took. A crash leaves whole transactions written.
     */
    async remove(source: number, paths: readonly string[]): Promise<void> {
      for (let start = 0; start < paths.length; start += BATCH_SIZE) {
        const startMs = performance.now();
        inTransaction(database, () => {
          for (const path of paths.slice(start, start + BATCH_SIZE)) {
            deletePicture.run(source, path);
            deleteBroken.run(source, path);
          }
        });
        if (start + BATCH_SIZE < paths.length) {
          await sleep(Math.min(performance.now() - startMs, PAUSE_MS_MAX));
        }
      }
    },
  };
}

/** Returns the files of a source, broken ones too, as the last scan found them, by path. */
export function loadKnownFiles(
  database: SqliteDatabase,
  source: number,
): Map<string, FileState & { isBroken: boolean }> {
  const rows = database
    .prepare(
      `SELECT path, file_bytes AS fileBytes, modified_ms AS modifiedMs, entry, 0 AS isBroken
       FROM pictures WHERE source = ?1
       UNION ALL
       SELECT path, file_bytes, modified_ms, entry, 1 FROM broken_files WHERE source = ?1`,
    )
    .all(source) as (FileState & { path: string; isBroken: number })[];
  return new Map(
    rows.map(({ path, isBroken, ...state }) => [path, { ...state, isBroken: isBroken === 1 }]),
  );
}
