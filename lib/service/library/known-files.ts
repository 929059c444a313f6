import "server-only";
import type { SqliteDatabase } from "@/lib/platform/sqlite";
import type { FileState } from "./save-pictures";

export type KnownFile = FileState & { isBroken: boolean };

/** The files of a source as the last scan saw them, by path; broken ones too. */
export function loadKnownFiles(database: SqliteDatabase, source: number): Map<string, KnownFile> {
  const rows = database
    .prepare(
      `SELECT path, file_bytes, modified_ms, entry, 0 AS is_broken FROM pictures WHERE source = ?1
       UNION ALL
       SELECT path, file_bytes, modified_ms, entry, 1 FROM broken_files WHERE source = ?1`,
    )
    .all(source) as {
    path: string;
    file_bytes: number;
    modified_ms: number;
    entry: string;
    is_broken: number;
  }[];
  return new Map(
    rows.map((row) => [
      row.path,
      {
        fileBytes: row.file_bytes,
        modifiedMs: row.modified_ms,
        entry: row.entry,
        isBroken: row.is_broken === 1,
      },
    ]),
  );
}
