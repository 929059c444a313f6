import "server-only";
import type { SqliteDatabase } from "@/lib/server/state/database";

/** A file of a source that is no usable picture, and why. */
export type BrokenFile = { source: string; path: string; reason: string };

/** The broken files by source and path, at most `limit`. */
export function listBrokenFiles(database: SqliteDatabase, limit: number): BrokenFile[] {
  return database
    .prepare(
      `SELECT sources.location AS source, broken_files.path, broken_files.reason
       FROM broken_files JOIN sources ON sources.number = broken_files.source
       ORDER BY sources.number, broken_files.path LIMIT ?`,
    )
    .all(limit) as BrokenFile[];
}

export function countBrokenFiles(database: SqliteDatabase): number {
  const row = database.prepare("SELECT count(*) AS count FROM broken_files").get();
  return (row as { count: number }).count;
}
