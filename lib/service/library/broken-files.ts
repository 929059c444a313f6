import "server-only";
import type { SqliteDatabase } from "@/lib/platform/sqlite";

/** A file of a source that is no usable picture, and why. */
export type BrokenFile = { source: string; path: string; reason: string };

/** The broken files, of one source or of all, in order of their paths. */
export function listBrokenFiles(
  database: SqliteDatabase,
  { source = null, limit }: { source?: number | null; limit: number },
): BrokenFile[] {
  return database
    .prepare(
      `SELECT sources.location AS source, broken_files.path, broken_files.reason
       FROM broken_files JOIN sources ON sources.number = broken_files.source
       WHERE ?1 IS NULL OR sources.number = ?1
       ORDER BY sources.number, broken_files.path LIMIT ?2`,
    )
    .all(source, limit) as BrokenFile[];
}

export function countBrokenFiles(database: SqliteDatabase): number {
  const row = database.prepare("SELECT count(*) AS count FROM broken_files").get();
  return (row as { count: number }).count;
}
