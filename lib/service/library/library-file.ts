import "server-only";
import { AppError, toAppError } from "@/lib/platform/errors";
import type { SqliteDatabase } from "@/lib/platform/sqlite";
import { openLibraryDatabase } from "./library-database";
import { createLibraryReader, type LibraryReader } from "./library-reader";

/** What SQLite says of a file or a disk; anything else it says is a mistake of ours. */
const OF_THE_FILE = /^SQLITE_(?:CORRUPT|NOTADB|IOERR|FULL|CANTOPEN|READONLY|PERM)/;

const REST_MS = { first: 1_000, last: 60_000 };

/** A file that was sound for this long begins anew: its next failure is told of again. */
const FORGIVEN_MS = 600_000;

export type OpenLibrary = { database: SqliteDatabase; reader: LibraryReader };

/** The library's file, which may be damaged, full or away, and come back. */
export type LibraryFile = {
  /** @throws AppError `library_unreadable`, also without looking while the file is left alone. */
  use<T>(work: (library: OpenLibrary) => T): T;
};

/**
 * Opens the library at its first use. After a failure of the file it is left alone for a second,
 * then for longer and longer, up to a minute; a file that was damaged is looked through before it
 * is trusted again. `onFailure` hears why, once for each reason.
 */
export function createLibraryFile({
  dataDir,
  ownHost,
  onFailure,
  nowMs = () => performance.now(),
}: {
  dataDir: string;
  ownHost: string;
  onFailure: (cause: unknown) => void;
  nowMs?: () => number;
}): LibraryFile {
  let opened: OpenLibrary | null = null;
  let failed: { cause: unknown; atMs: number; restMs: number } | null = null;
  let told = "";

  function fail(cause: unknown): AppError {
    opened?.database.close();
    opened = null;
    const isNew = failed === null || nowMs() - failed.atMs > FORGIVEN_MS + failed.restMs;
    if (isNew) told = "";
    const restMs = isNew ? REST_MS.first : Math.min(2 * (failed?.restMs ?? 0), REST_MS.last);
    failed = { cause, atMs: nowMs(), restMs };
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (reason !== told) onFailure(cause);
    told = reason;
    return unreadable(cause);
  }

  function open(): OpenLibrary {
    const database = openLibraryDatabase(dataDir);
    try {
      if (failed !== null) assertSound(database);
      return { database, reader: createLibraryReader(database, "library", ownHost) };
    } catch (cause) {
      database.close();
      throw cause;
    }
  }

  return {
    use(work) {
      if (opened === null) {
        if (failed !== null && nowMs() - failed.atMs < failed.restMs)
          throw unreadable(failed.cause);
        try {
          opened = open();
        } catch (cause) {
          throw fail(cause);
        }
      }
      try {
        return work(opened);
      } catch (cause) {
        const { code } = cause as { code?: unknown };
        throw OF_THE_FILE.test(String(code)) ? fail(cause) : cause;
      }
    },
  };
}

export function isLibraryUnreadable(cause: unknown): boolean {
  return toAppError(cause).code === "library_unreadable";
}

/**
 * Looks through a database's pages (SQLite, "PRAGMA quick_check").
 *
 * @throws an Error that says what is damaged first.
 */
export function assertSound(database: SqliteDatabase): void {
  const row = database.prepare("PRAGMA quick_check(1)").get() as { quick_check?: string };
  if (row.quick_check !== "ok") throw new Error(`damaged: ${row.quick_check}`);
}

function unreadable(cause: unknown): AppError {
  return new AppError("library_unreadable", "the library's file can't be used", { cause });
}
