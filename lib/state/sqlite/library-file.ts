import "server-only";
import { createCooldown } from "@/lib/platform/cooldown";
import { AppError } from "@/lib/platform/errors";
import type { Store } from "../store";
import { errorCode, isDamaged, type SqliteDatabase } from "./database";
import { libraryPath, openLibraryDatabase, replaceDamagedLibrary } from "./library-database";
import { createSqliteStore } from "./sqlite-store";

/** Errors that SQLite reports about the file or the disk; others are bugs. */
const FILE_ERROR = /^SQLITE_(?:CORRUPT|NOTADB|IOERR|FULL|CANTOPEN|READONLY|PERM)/;

const COOLDOWN = { firstMs: 1_000, lastMs: 60_000, resetAfterMs: 600_000 };

/** How long a library stays open for reading only, before writing is tried again. */
const READ_ONLY_MS = 60_000;

/**
 * The library's file, which may be damaged, full or missing, and come back. It is opened at its first
 * use, and again after it was replaced or failed. A damaged file is replaced at once, but the use
 * that found the damage fails. `onFailure` is called with the cause of each failure.
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
  const failures = new WeakMap<object, AppError>();
  let opened: { database: SqliteDatabase; path: string; openedAtMs: number } | null = null;
  /** The path at the last attempt to open it. */
  let path = "";

  function close(): void {
    opened?.database.close();
    opened = null;
  }

  function isOutdated({ path, database, openedAtMs }: NonNullable<typeof opened>): boolean {
    if (database.readonly) return clock() - openedAtMs > READ_ONLY_MS;
    return path !== libraryPath(dataDir);
  }

  function open(): SqliteDatabase {
    if (opened !== null && isOutdated(opened)) close();
    if (opened === null) {
      // Read before opening: another thread may replace the damaged file meanwhile, and the new one
      // is sound.
      path = libraryPath(dataDir);
      const database = openLibraryDatabase(dataDir);
      opened = { database, path: libraryPath(dataDir), openedAtMs: clock() };
    }
    return opened.database;
  }

  function replaceIfDamaged(cause: unknown): void {
    if (!isDamaged(cause) || opened?.database.readonly) return;
    try {
      replaceDamagedLibrary(opened?.path ?? path, cause).close();
    } catch {
      // The disk fails as well; `onFailure` receives the first error.
    }
  }

  /** Converts a failure of the file to an `AppError`; other errors are bugs and are not converted. */
  function recover(cause: unknown): void {
    const isFileError = FILE_ERROR.test(errorCode(cause));
    if (opened === null || isFileError) {
      replaceIfDamaged(cause);
      const error = new AppError("library_unreadable", "the library's file can't be used", {
        cause,
      });
      cooldown.fail(error);
      onFailure(cause);
      failures.set(Object(cause), error);
    }
    // Closes after a bug too: libsql does not reset a statement that failed, so its next use would
    // fail.
    close();
  }

  const store: Store = createSqliteStore({ open, recover });

  return {
    store,
    /** @throws AppError `library_unreadable`, including during the cooldown after a failure */
    async use<T>(work: () => Promise<T>): Promise<T> {
      cooldown.throwIfActive();
      try {
        return await work();
      } catch (cause) {
        throw failures.get(Object(cause)) ?? cause;
      }
    },
    isReadOnly: () => opened?.database.readonly === true,
    async close() {
      close();
    },
  };
}
