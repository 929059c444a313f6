import "server-only";
import { inTransaction, type SqliteDatabase } from "@/lib/platform/sqlite";
import type { PictureFormat } from "../picture";
import { indexText } from "./words";
import { writeInBatches } from "./write-in-batches";

/** A file as it was when it was looked at; the same again means: nothing to do. */
export type FileState = { fileBytes: number; modifiedMs: number; entry: string };

/** Text that a picture is found by, in three ranks. */
export type SearchText = { name: string; keywords: string; folder: string };

/** A picture to be kept. */
export type PictureRecord = FileState & {
  id: string;
  path: string;
  name: string;
  keywords: readonly string[];
  searchText: SearchText;
  widthPx: number;
  heightPx: number;
  accentColor: string;
  isTransparent: boolean;
  rating: "strict" | "moderate";
  format: PictureFormat;
  hostUrl: string | null;
  host: string | null;
};

export type PictureSaver = {
  /** Adds a picture, or replaces what is known of it; its number, and so its rank, stays. */
  save(source: number, record: PictureRecord): void;
  /** Notes a file that is no usable picture, and forgets what was known of it. */
  saveBroken(source: number, path: string, state: FileState, reason: string): void;
  /** Forgets files that are gone, however many, without holding up other writers. */
  forget(source: number, paths: readonly string[]): Promise<void>;
};

const SAVE_PICTURE = `
  INSERT INTO pictures (id, source, path, file_bytes, modified_ms, entry, name, keywords, width_px,
    height_px, accent_color, is_transparent, rating, format, host_url, host)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (source, path) DO UPDATE SET
    id = excluded.id, file_bytes = excluded.file_bytes, modified_ms = excluded.modified_ms,
    entry = excluded.entry, name = excluded.name, keywords = excluded.keywords,
    width_px = excluded.width_px, height_px = excluded.height_px,
    accent_color = excluded.accent_color, is_transparent = excluded.is_transparent,
    rating = excluded.rating, format = excluded.format, host_url = excluded.host_url,
    host = excluded.host
  RETURNING number`;

/** A picture's id stays with it when a manifest says that its file has moved. */
const LEAVE_PATH = `
  DELETE FROM pictures WHERE source = ?1 AND path = ?2
    AND EXISTS (SELECT 1 FROM pictures WHERE id = ?3 AND path <> ?2)`;
const MOVE_PICTURE = "UPDATE pictures SET path = ?2 WHERE source = ?1 AND id = ?3 AND path <> ?2";

/** Prepares the writes of a library; each of a picture is a transaction of its own. */
export function createPictureSaver(database: SqliteDatabase): PictureSaver {
  const savePicture = database.prepare(SAVE_PICTURE);
  const leavePath = database.prepare(LEAVE_PATH);
  const movePicture = database.prepare(MOVE_PICTURE);
  const forgetWords = database.prepare("DELETE FROM picture_words WHERE rowid = ?");
  const saveWords = database.prepare(
    "INSERT INTO picture_words (rowid, name, keywords, folder) VALUES (?, ?, ?, ?)",
  );
  const saveBrokenFile = database.prepare(
    `INSERT INTO broken_files (source, path, file_bytes, modified_ms, entry, reason)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (source, path) DO UPDATE SET file_bytes = excluded.file_bytes,
       modified_ms = excluded.modified_ms, entry = excluded.entry, reason = excluded.reason`,
  );
  const forgetPicture = database.prepare("DELETE FROM pictures WHERE source = ? AND path = ?");
  const forgetBroken = database.prepare("DELETE FROM broken_files WHERE source = ? AND path = ?");

  return {
    save: (source, record) =>
      inTransaction(database, () => {
        leavePath.run(source, record.path, record.id);
        movePicture.run(source, record.path, record.id);
        const { number } = savePicture.get(...columnsOf(source, record)) as { number: number };
        forgetWords.run(number);
        saveWords.run(
          number,
          indexText(record.searchText.name),
          indexText(record.searchText.keywords),
          indexText(record.searchText.folder),
        );
        forgetBroken.run(source, record.path);
      }),
    saveBroken: (source, path, { fileBytes, modifiedMs, entry }, reason) =>
      inTransaction(database, () => {
        forgetPicture.run(source, path);
        saveBrokenFile.run(source, path, fileBytes, modifiedMs, entry, reason);
      }),
    forget: (source, paths) =>
      writeInBatches(database, paths, (path) => {
        forgetPicture.run(source, path);
        forgetBroken.run(source, path);
      }),
  };
}

function columnsOf(source: number, record: PictureRecord): (string | number | null)[] {
  return [
    record.id,
    source,
    record.path,
    record.fileBytes,
    record.modifiedMs,
    record.entry,
    record.name,
    JSON.stringify(record.keywords),
    record.widthPx,
    record.heightPx,
    record.accentColor,
    record.isTransparent ? 1 : 0,
    record.rating,
    record.format,
    record.hostUrl,
    record.host,
  ];
}
