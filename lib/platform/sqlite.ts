import "server-only";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, linkSync, mkdirSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import Database from "libsql";

export type SqliteDatabase = Database.Database;

/**
 * How long a writer waits for another one: libsql waits without giving the thread away, so on the
 * server's own thread nobody is answered meanwhile. Every caller there can go on without the store.
 */
export const SERVER_THREAD_BUSY_MS = 250;
const BUSY_MS = { "server-thread": SERVER_THREAD_BUSY_MS, "own-thread": 5_000 };

export type DatabaseOptions = {
  /** `server-thread` where visitors would wait too; a worker thread or a command is its own. */
  on?: keyof typeof BUSY_MS;
};

/**
 * Opens (and makes, if need be) a SQLite file, or `":memory:"`. Files are made for their owner
 * alone (mode 0600).
 *
 * Write-ahead logging, so that readers in other threads and processes don't wait for a writer; a
 * writer waits a while for another one, and then fails with `SQLITE_BUSY`.
 *
 * libsql blocks the thread it runs on: anything longer than a lookup belongs in a worker.
 */
export function openDatabase(
  path: string,
  { on = "own-thread" }: DatabaseOptions = {},
): SqliteDatabase {
  if (path !== ":memory:") makePrivateFile(path);
  const database = new Database(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS[on]}`);
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");
    database.exec("PRAGMA foreign_keys = ON");
  } catch (error) {
    // A damaged or busy file is tried again, and must not leave a connection behind each time.
    database.close();
    throw error;
  }
  return database;
}

/**
 * Opens an existing SQLite file for reading, where the folder or the file cannot be written. Writes
 * fail with `SQLITE_READONLY`, and `readonly` is true.
 *
 * A file in WAL mode needs files beside it even for reading. Where they cannot be made, it is opened
 * as immutable: changes that are only in the write-ahead log are then not visible (SQLite,
 * "Write-Ahead Logging", "Read-Only Databases").
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

/**
 * An empty file is an empty database; SQLite gives the files beside it the same mode. It is put in
 * place by a link when it is closed already: closing a file drops every lock that this process has
 * on it (SQLite, "How To Corrupt An SQLite Database File", §2.2).
 */
function makePrivateFile(path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  try {
    closeSync(openSync(draft, "wx", 0o600));
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Brings one part's tables to the newest version: `steps[0]` makes version 1, and so on. A step
 * that has landed is never edited; a change is a new step. Each runs in a transaction, once, also
 * when several processes start together. Where nothing is to be done, no lock is taken.
 */
export function migrate(database: SqliteDatabase, part: string, steps: readonly string[]): void {
  database.exec(
    "CREATE TABLE IF NOT EXISTS migrations (part TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT",
  );
  if (versionOf(database, part) >= steps.length) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    const from = versionOf(database, part);
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
    undo(database);
    throw error;
  }
}

function versionOf(database: SqliteDatabase, part: string): number {
  const row = database.prepare("SELECT version FROM migrations WHERE part = ?").get(part) as
    | { version: number }
    | undefined;
  return row?.version ?? 0;
}

/**
 * Runs `work` as one step that no other process's writing can come between; an exception undoes it.
 *
 * The write lock is taken first (BEGIN IMMEDIATE): a reader that later wants to write would be
 * refused at once if another had written in the meantime. `work` is synchronous, so that nothing
 * else of this process gets into the transaction either.
 */
export function inTransaction<T>(database: SqliteDatabase, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    undo(database);
    throw error;
  }
}

/**
 * Ends a transaction that failed. A full or failing disk makes SQLite end it by itself, and a
 * ROLLBACK then fails too: never throws, so that the first error is the one that is told.
 */
export function undo(database: SqliteDatabase): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // There is no transaction left, or no disk: what failed before says which.
  }
}
