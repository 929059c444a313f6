import "server-only";
import { createCooldown } from "@/lib/platform/cooldown";
import { AppError } from "@/lib/platform/errors";
import { isDamaged, type SqliteDatabase } from "./database";
import { createLibraryBrowser, type LibraryBrowser } from "./library-browser";
import { libraryPath, openLibraryDatabase, replaceDamagedLibrary } from "./library-database";
import { createLibraryReader, type LibraryReader } from "./library-reader";
import { createLibraryWriter, type LibraryWriter } from "./library-writer";

/** Errors that SQLite reports about the file or the disk; others are bugs. */
const FILE_ERROR = /^SQLITE_(?:CORRUPT|NOTADB|IOERR|FULL|CANTOPEN|READONLY|PERM)/;

const COOLDOWN = { firstMs: 1_000, lastMs: 60_000, resetAfterMs: 600_000 };

/** How long a library that is open for reading only is used before writing is tried again. */
const READ_ONLY_MS = 60_000;

/** An open library with its prepared queries. */
export type OpenLibrary = {
  database: SqliteDatabase;
  reader: LibraryReader;
  browser: LibraryBrowser;
  writer: LibraryWriter;
};

/** Prepares the queries of an open library. */
export function prepareLibrary(database: SqliteDatabase): OpenLibrary {
  return {
    database,
    reader: createLibraryReader(database),
    browser: createLibraryBrowser(database),
    writer: createLibraryWriter(database),
  };
}

/**
 * The library's file, which may be damaged, full or missing, and come back. It is opened at its first
 * use, and again after it was replaced or failed. A damaged file is replaced at once; the use that
 * found the damage fails. `onFailure` is called with the cause of a failure, once while the cause stays
 * the same.
 */
export function createLibraryFile({
  dataDir,
  onFailure,
  clock = () => performance.now(),
}: {
  dataDir: string;
  onFailure: (cause: unknown) => void;
  clock?: () => number;
}) {
  const cooldown = createCooldown(COOLDOWN, clock);
  let opened: (OpenLibrary & { path: string; openedAtMs: number }) | null = null;
  let lastReason = "";

  function close(): void {
    opened?.database.close();
    opened = null;
  }

  function fail(cause: unknown): AppError {
    close();
    const error = new AppError("library_unreadable", "the library's file can't be used", { cause });
    const { isFirst } = cooldown.fail(error);
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (isFirst || reason !== lastReason) onFailure(cause);
    lastReason = reason;
    return error;
  }

  function open() {
    const database = openLibraryDatabase(dataDir);
    try {
      return { ...prepareLibrary(database), path: libraryPath(dataDir), openedAtMs: clock() };
    } catch (cause) {
      database.close();
      throw cause;
    }
  }

  function isOutdated({ path, database, openedAtMs }: NonNullable<typeof opened>): boolean {
    if (database.readonly) return clock() - openedAtMs > READ_ONLY_MS;
    return path !== libraryPath(dataDir);
  }

  function replaceIfDamaged(path: string, cause: unknown): void {
    if (!isDamaged(cause) || opened?.database.readonly) return;
    try {
      replaceDamagedLibrary(path, cause).close();
    } catch {
      // The disk fails as well; `onFailure` is called with the first error.
    }
  }

  return {
    /** @throws AppError `library_unreadable`, also during the cooldown after a failure. */
    use<T>(work: (library: OpenLibrary) => T): T {
      if (opened !== null && isOutdated(opened)) close();
      cooldown.throwIfActive();
      // Before opening: another thread may replace the damaged file meanwhile, and the new one is sound.
      const path = opened?.path ?? libraryPath(dataDir);
      try {
        opened ??= open();
        return work(opened);
      } catch (cause) {
        const isFileError = FILE_ERROR.test(String((cause as { code?: unknown }).code));
        if (opened !== null && !isFileError) {
          // libsql does not reset a statement that failed: its next use would fail the same way.
          close();
          throw cause;
        }
        replaceIfDamaged(path, cause);
        throw fail(cause);
      }
    },
    close,
  };
}
