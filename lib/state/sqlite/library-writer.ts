import "server-only";
import { nameOfColour } from "@/lib/core/colour/named-colour";
import { indexedText, tokensOf } from "@/lib/core/finding/index-terms";
import type { Rating } from "@/lib/core/image/moderation";
import type { FileState, LibraryRatings, PictureRecord, Source } from "../library-store";
import { inTransaction, type SqliteDatabase } from "./database";

const SAVE_PICTURE = `
  INSERT INTO pictures (id, source, path, file_bytes, modified_ms, entry, name, keywords, width_px,
    height_px, accent_color, is_transparent, rating, format, host_url, host, name_tokens, taken_at,
    camera, photographer, colour, source_rating, is_hidden)
  VALUES (:id, :source, :path, :fileBytes, :modifiedMs, :entry, :name, :keywords, :widthPx,
    :heightPx, :accentColor, :isTransparent, :rating, :format, :hostUrl, :host, :nameTokens, :takenAt,
    :camera, :photographer, :colour, :rating, 0)
  ON CONFLICT (source, path) DO UPDATE SET
    id = excluded.id, file_bytes = excluded.file_bytes, modified_ms = excluded.modified_ms,
    entry = excluded.entry, name = excluded.name, keywords = excluded.keywords,
    width_px = excluded.width_px, height_px = excluded.height_px,
    accent_color = excluded.accent_color, is_transparent = excluded.is_transparent,
    rating = excluded.rating, format = excluded.format, host_url = excluded.host_url,
    host = excluded.host, name_tokens = excluded.name_tokens, taken_at = excluded.taken_at,
    camera = excluded.camera, photographer = excluded.photographer, colour = excluded.colour,
    source_rating = excluded.source_rating, is_hidden = 0
  RETURNING number`;

/** Keeps the id of a picture whose manifest entry has a new path. */
const LEAVE_PATH = `
  DELETE FROM pictures WHERE source = ?1 AND path = ?2
    AND EXISTS (SELECT 1 FROM pictures WHERE id = ?3 AND path <> ?2)`;
const MOVE_PICTURE = "UPDATE pictures SET path = ?2 WHERE source = ?1 AND id = ?3 AND path <> ?2";

/** Puts the operator's rating of a picture in effect; without one, that of its source. */
const APPLY_RATING = `
  UPDATE pictures SET
    source_rating = coalesce(source_rating, rating),
    rating = CASE (SELECT rating FROM picture_ratings WHERE id = pictures.id)
      WHEN 'fine' THEN 'strict'
      WHEN 'moderate' THEN 'moderate'
      WHEN 'never' THEN 'moderate'
      ELSE coalesce(source_rating, rating) END,
    is_hidden = EXISTS (
      SELECT 1 FROM picture_ratings WHERE id = pictures.id AND rating = 'never')
  WHERE id = ?`;

/** The prepared writes of one library; see `LibraryStore`. */
export type LibraryWriter = ReturnType<typeof createLibraryWriter>;

export function createLibraryWriter(database: SqliteDatabase) {
  const addSource = database.prepare(
    "INSERT INTO sources (location, kind, origin) VALUES (?, ?, ?) ON CONFLICT (location) DO NOTHING",
  );
  const deleteSource = database.prepare("DELETE FROM sources WHERE number = ?");
  const recordScan = database.prepare(
    "UPDATE sources SET scanned_at_ms = ?, problem = ? WHERE number = ?",
  );
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

  const applyRating = database.prepare(APPLY_RATING);
  const listRatings = database.prepare("SELECT id, rating FROM picture_ratings");
  const putRating = database.prepare(
    `INSERT INTO picture_ratings (id, rating) VALUES (?, ?)
     ON CONFLICT (id) DO UPDATE SET rating = excluded.rating`,
  );
  const deleteRating = database.prepare("DELETE FROM picture_ratings WHERE id = ?");
  const followedRevision = database.prepare("SELECT revision FROM followed_ratings");
  const putRevision = database.prepare(
    `INSERT INTO followed_ratings (number, revision) VALUES (1, ?)
     ON CONFLICT (number) DO UPDATE SET revision = excluded.revision`,
  );
  const hasFollowed = ({ revision }: LibraryRatings) => {
    const [row] = followedRevision.all() as { revision: number }[];
    return row !== undefined && row.revision >= revision;
  };

  return {
    followRatings(followed: LibraryRatings): void {
      if (hasFollowed(followed)) return;
      inTransaction(database, () => {
        if (hasFollowed(followed)) return;
        const rows = listRatings.all() as { id: string; rating: Rating }[];
        const before = new Map(rows.map(({ id, rating }) => [id, rating]));
        for (const { id, rating } of followed.ratings) {
          const isSame = before.get(id) === rating;
          before.delete(id);
          if (isSame) continue;
          putRating.run(id, rating);
          applyRating.run(id);
        }
        for (const id of before.keys()) {
          deleteRating.run(id);
          applyRating.run(id);
        }
        putRevision.run(followed.revision);
      });
    },
    addSource: ({ location, kind, origin }: Pick<Source, "location" | "kind" | "origin">): void => {
      addSource.run(location, kind, origin);
    },
    /** Deletes a source with its remaining pictures. */
    deleteSource: (source: number): void => {
      deleteSource.run(source);
    },
    recordScan: (source: number, problem: string | null): void => {
      recordScan.run(Date.now(), problem, source);
    },
    /** An updated picture keeps its number, and so its rank. */
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
          colour: nameOfColour(record.accentColor),
        }) as { number: number };
        applyRating.run(record.id);
        deleteTerms.run(number);
        insertTerms.run(
          number,
          indexedText(record.searchText.subject),
          indexedText(record.searchText.details),
          indexedText(record.searchText.folder),
        );
        deleteBroken.run(source, record.path);
      }),
    saveBroken: (source: number, path: string, state: FileState, reason: string): void =>
      inTransaction(database, () => {
        const { fileBytes, modifiedMs, entry } = state;
        deletePicture.run(source, path);
        saveBrokenFile.run(source, path, fileBytes, modifiedMs, entry, reason);
      }),
    /** Deletes files in one transaction. */
    remove: (source: number, paths: readonly string[]): void =>
      inTransaction(database, () => {
        for (const path of paths) {
          deletePicture.run(source, path);
          deleteBroken.run(source, path);
        }
      }),
  };
}
