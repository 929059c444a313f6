import "server-only";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "libsql";

export type SqliteDatabase = Database.Database;

/**
 * Opens (and makes, if need be) a SQLite file, or `":memory:"`.
 *
 * Write-ahead logging, so that readers in other threads and processes don't wait for a writer; a
 * writer waits up to five seconds for another one.
 *
 * libsql blocks the thread it runs on: anything longer than a lookup belongs in a worker.
 */
export function openDatabase(path: string): SqliteDatabase {
  if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new Database(path);
  database.exec("PRAGMA busy_timeout = 5000");
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = NORMAL");
  database.exec("PRAGMA foreign_keys = ON");
  return database;
}

/**
 * Brings one part's tables to the newest version: `steps[0]` makes version 1, and so on. A step
 * that has landed is never edited; a change is a new step. Each runs in a transaction, once, also
 * when several processes start together.
 */
export function migrate(database: SqliteDatabase, part: string, steps: readonly string[]): void {
  database.exec(
    "CREATE TABLE IF NOT EXISTS migrations (part TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT",
  );
  database.exec("BEGIN IMMEDIATE");
  try {
    const row = database.prepare("SELECT version FROM migrations WHERE part = ?").get(part) as
      | { version: number }
      | undefined;
    const from = row?.version ?? 0;
    for (const step of steps.slice(from)) database.exec(step);
    if (from < steps.length) {
      database
        .prepare(
          "INSERT INTO migrations (part, version) VALUES (?, ?) ON CONFLICT (part) DO UPDATE SET version = excluded.version",
        )
        .run(part, steps.length);
    }
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}
