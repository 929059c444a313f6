import "server-only";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { log } from "@/lib/platform/log";
import { LIBRARY_TABLES, LIBRARY_TAKEN_INDEX } from "../library/library-tables";
import type { LibraryCheck } from "../library-store";
import {
  errorCode,
  isDamaged,
  isSound,
  migrate,
  openDatabase,
  openReadOnly,
  type SqliteDatabase,
  versionOf,
} from "./database";
import { INDEX_TABLES } from "./index-tables";
import { STORE_TIME } from "./sqlite-store";

/** `retryWhileLocked` handles longer waits without blocking the thread. */
const BUSY_MS = 10;

/** The full-text index of a million pictures has 200 MB. */
const CACHE_KB = 64 * 1024;

/** The steps of the schema of a library file (`Schema`). */
export const LIBRARY_STEPS = [`${LIBRARY_TABLES}${INDEX_TABLES}${STORE_TIME}`, LIBRARY_TAKEN_INDEX];

/**
 * Returns the path of the library's file in `dataDir`: `library.db`, or `library-2.db` and so on once
 * a damaged file was replaced. The library has a file apart from the store (`vitrine.db`), because a
 * scan writes for hours, and a paid search must not wait for it
 * (docs/decisions/0013-two-database-files.md).
 */
export function libraryPath(dataDir: string): string {
  return libraryFiles(dataDir).at(-1) ?? join(dataDir, "library.db");
}

/** Returns the paths of damaged library files in `dataDir` that were replaced. */
export function damagedLibraryFiles(dataDir: string): string[] {
  return libraryFiles(dataDir).slice(0, -1);
}

/**
 * Opens the library in `dataDir`, even in several threads and processes at once. Replaces a damaged
 * file by an empty one. Opens a library that cannot be written for reading.
 *
 * @throws the error of SQLite or the file system if the file cannot be opened
 */
export function openLibraryDatabase(dataDir: string): SqliteDatabase {
  const path = libraryPath(dataDir);
  try {
    return openWithTables(path);
  } catch (cause) {
    if (isDamaged(cause)) return replaceDamagedLibrary(path, cause);
    if (isReadOnly(cause) && existsSync(path)) return openReadOnly(path);
    throw cause;
  }
}

/**
 * Replaces a damaged library file by an empty one, which the next scan fills, and opens the new one.
 *
 * The damaged file stays and the new one gets the next number. Other connections may still have the
 * damaged file open, and a database must not be renamed or deleted while in use ("How To Corrupt An
 * SQLite Database File", §2.4).
 */
export function replaceDamagedLibrary(path: string, cause: unknown): SqliteDatabase {
  const replacement = path.replace(/(?:-(\d+))?\.db$/, (_, n = "1") => `-${Number(n) + 1}.db`);
  log().error({ event: "library_damaged", path, replacement, err: cause });
  return openWithTables(replacement);
}

/** Opens an empty library in memory. */
export function openMemoryDatabase(): SqliteDatabase {
  return openWithTables(":memory:");
}

const SELECT_SOURCES = "SELECT location, kind, problem FROM library_sources ORDER BY number";

/** Reads the whole file to find damage, and the sources. */
export function checkFile(path: string): LibraryCheck {
  try {
    const database = openDatabase(path);
    try {
      if (!isSound(database)) return { state: "damaged", sources: [] };
      const isNew = versionOf(database) === 0;
      const sources = isNew ? [] : database.prepare(SELECT_SOURCES).all();
      return { state: "sound", sources: sources as LibraryCheck["sources"] };
    } finally {
      database.close();
    }
  } catch (cause) {
    return { state: isDamaged(cause) ? "damaged" : "unusable", sources: [] };
  }
}

function isReadOnly(cause: unknown): boolean {
  return /^(?:SQLITE_(?:READONLY|CANTOPEN|PERM)|EROFS$|EACCES$|EPERM$)/.test(errorCode(cause));
}

function openWithTables(path: string): SqliteDatabase {
  const database = openDatabase(path, { busyMs: BUSY_MS });
  try {
    database.exec(`PRAGMA cache_size = -${CACHE_KB}`);
    migrate(database, {
      steps: LIBRARY_STEPS,
      remedy: `move ${path} away; the next scan makes a new one`,
    });
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** Returns the library's files in the order of their numbers. */
function libraryFiles(dataDir: string): string[] {
  let names: string[];
  try {
    names = readdirSync(dataDir);
  } catch {
    return []; // Opening the file will report the problem.
  }
  return names
    .flatMap((name) => {
      const match = /^library(?:-(\d+))?\.db$/.exec(name);
      return match === null ? [] : [{ name, number: Number(match[1] ?? 1) }];
    })
    .sort((a, b) => a.number - b.number)
    .map(({ name }) => join(dataDir, name));
}
