import "server-only";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import Database from "libsql";
import { createPrivateFile } from "@/lib/platform/private-file";
import { assertKnownVersion, earlierBuild, type Schema } from "../schema";

export type SqliteDatabase = Database.Database;

/** How long a writer waits for a lock in a thread that only it uses. */
const BUSY_MS = 5_000;

/**
 * Opens a SQLite file, or `":memory:"`. Creates the file for its owner alone (mode 0600).
 *
 * It uses write-ahead logging, so readers in other threads and processes do not wait for a writer. A
 * writer waits `busyMs` for another one, then fails with `SQLITE_BUSY`. libsql blocks its thread: run
 * anything longer than a lookup in a worker.
 */
export function openDatabase(
  path: string,
  { busyMs = BUSY_MS }: { busyMs?: number } = {},
): SqliteDatabase {
  // An empty file is an empty database; SQLite gives the files beside it the same mode.
  if (path !== ":memory:" && !existsSync(path)) createPrivateFile(path, "");
  const database = new Database(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${busyMs}`);
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");
    database.exec("PRAGMA foreign_keys = ON");
  } catch (error) {
    // Close the connection, so that retries do not leak.
    database.close();
    throw error;
  }
  return database;
}

/**
 * Opens an existing SQLite file for reading, if the folder or the file cannot be written. Writes fail
 * with `SQLITE_READONLY`, and `readonly` is true.
 *
 * A file in WAL mode needs files beside it even for reading. If they cannot be created, it is opened
 * as immutable, without the changes that are only in the write-ahead log (SQLite, "Write-Ahead
 * Logging", "Read-Only Databases").
 */
export function openReadOnly(path: string): SqliteDatabase {
  const url = pathToFileURL(path);
  try {
    return openAndRead(`${url}?mode=ro`);
  } catch {
    return openAndRead(`${url}?immutable=1`);
  }
}

/** Reads immediately, because SQLite opens the file with the first read. */
function openAndRead(url: string): SqliteDatabase {
  const database = new Database(url);
  try {
    database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get();
    return Object.assign(database, { readonly: true });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns the path of a database's file; empty for a database in memory. */
export function fileOf(database: SqliteDatabase): string {
  return (database.prepare("PRAGMA database_list").get() as { file: string }).file;
}

/** SQLite's primary result codes that decide what happens next (sqlite.org/rescode.html). */
const PRIMARY_CODES: Readonly<Record<number, string>> = {
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  19: "SQLITE_CONSTRAINT",
  26: "SQLITE_NOTADB",
};

/**
 * Returns the code of an error, which begins with `SQLITE_` if SQLite reports a failure. libsql names
 * only some extended codes: a damaged index, 779, is its `UNKNOWN_SQLITE_ERROR_779`. The low byte of
 * such a number is the primary code.
 */
export function errorCode(cause: unknown): string {
  const code = String(Object(cause).code);
  const [, extended] = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code) ?? [];
  return extended === undefined ? code : (PRIMARY_CODES[Number(extended) & 0xff] ?? "SQLITE_ERROR");
}

/** Returns whether SQLite reports a damaged file: not a database, or with broken pages. */
export function isDamaged(cause: unknown): boolean {
  return (
    /^SQLITE_(?:CORRUPT|NOTADB)/.test(errorCode(cause)) ||
    /^damaged/.test(String(Object(cause).message))
  );
}

/** Returns whether SQLite reports a failure; anything else is a bug of ours. */
export function isSqliteError(cause: unknown): boolean {
  return errorCode(cause).startsWith("SQLITE_");
}

/** Returns whether another process has the lock. */
export function isBusy(cause: unknown): boolean {
  return errorCode(cause).startsWith("SQLITE_BUSY");
}

/**
 * Reads the whole file to find damage. Unlike `quick_check`, it also compares indexes with their tables:
 * a write that a power failure lost may have left an older page of an index.
 */
export function isSound(database: SqliteDatabase): boolean {
  const row = database.prepare("PRAGMA integrity_check(1)").get();
  return (row as { integrity_check?: unknown }).integrity_check === "ok";
}

const LOCK_TIMEOUT_MS = 2_000;
const LOCK_PAUSE_MS = { first: 2, last: 50 };

/**
 * Runs `work`, one transaction. While another process has the lock, tries again for two seconds. The
 * thread can do other work in between. Reads never wait for a lock.
 */
export async function retryWhileLocked<T>(work: () => T | Promise<T>): Promise<T> {
  const endMs = performance.now() + LOCK_TIMEOUT_MS;
  for (let pauseMs = LOCK_PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, LOCK_PAUSE_MS.last)) {
    try {
      return await work();
    } catch (cause) {
      if (!isBusy(cause) || performance.now() > endMs) throw cause;
    }
    // Random, because processes that wait for the same lock must not try at the same times.
    await sleep(pauseMs * (0.5 + Math.random()));
  }
}

/**
 * Migrates a file to the newest version. Each step runs once, in a transaction, even if several
 * processes start together. Takes no lock if no step is pending.
 *
 * @throws StoreVersionError if a build before 1.0.0, or a much newer one, made the file
 */
export function migrate(database: SqliteDatabase, schema: Schema): void {
  const { steps } = schema;
  const version = versionOf(database);
  assertKnownVersion(version, schema);
  if (version >= steps.length) return;
  inTransaction(database, () => {
    const current = versionOf(database);
    if (current === 0 && hasTables(database)) throw earlierBuild(schema);
    for (const step of steps.slice(current)) database.exec(step);
    database.exec(`PRAGMA user_version = ${Math.max(current, steps.length)}`);
  });
}

/** Returns a file's version; 0 for an empty file. */
export function versionOf(database: SqliteDatabase): number {
  return (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}

function hasTables(database: SqliteDatabase): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").all().length > 0;
}

/**
 * Runs `work` in a transaction that excludes all other writers; an exception rolls it back. `work` is
 * synchronous, so no other code of this process joins the transaction.
 */
export function inTransaction<T>(database: SqliteDatabase, work: () => T): T {
  begin(database);
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/**
 * Begins a transaction that excludes all other writers. It takes the write lock first: a reader that
 * becomes a writer would fail at once if another process had written meanwhile.
 *
 * Not a prepared statement: libsql does not reset it if it fails because another process has the
 * lock, and SQLite then refuses every later COMMIT of the connection ("SQL statements in progress").
 */
export function begin(database: SqliteDatabase): void {
  database.exec("BEGIN IMMEDIATE");
}

/** Ends a transaction without its changes; never throws. */
export function rollBack(database: SqliteDatabase): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // On a full or failing disk SQLite has already rolled back; the first error has the reason.
  }
}
