import "server-only";
import type { Store, WriteOptions, Writing } from "../store";
import { openDatabase, type SqliteDatabase } from "./database";
import { createSqliteStore } from "./sqlite-store";

/** A batch of requests writes two pages; SQLite itself checkpoints after 1,000 pages. */
const WRITES_PER_CHECKPOINT = 500;

/**
 * Creates a `Store` in the caller's thread, on its own connection, for requests with keys. The other
 * operations run in the worker: waking another thread and this one again costs three times as much
 * CPU as the decision on a request (decision 40).
 *
 * It does not block the thread for long. A batch is one lookup and two writes to the write-ahead log.
 * While another connection has the lock, it tries again later. The worker makes the checkpoints,
 * which wait for the disk (`checkpoint`). `prepare` resolves when the file has its tables.
 */
export function createDirectStore(
  path: string,
  { prepare, checkpoint }: { prepare(): Promise<unknown>; checkpoint(): Promise<unknown> },
): { store: Store; close(): Promise<void> } {
  let database: SqliteDatabase | null = null;
  let prepared: Promise<unknown> | null = null;
  let writeCount = 0;
  let checkpointing: Promise<unknown> | null = null;

  function close(): void {
    database?.close();
    database = null;
    prepared = null;
  }

  const inner = createSqliteStore({
    open() {
      if (database === null) {
        database = openDatabase(path, { busyMs: 0 });
        database.exec("PRAGMA wal_autocheckpoint = 0");
      }
      return database;
    },
    // Opens the file again: a disk that was full, missing or read-only may be back.
    recover: close,
  });

  async function ready(): Promise<void> {
    prepared ??= prepare();
    try {
      await prepared;
    } catch (cause) {
      prepared = null;
      throw cause;
    }
  }

  async function write<T>(options: WriteOptions, work: (transaction: Writing) => Promise<T>) {
    await ready();
    // SQLite restarts the log from its beginning only if no request is added meanwhile.
    if (checkpointing !== null) await checkpointing;
    const result = await inner.write(options, work);
    writeCount += 1;
    if (writeCount % WRITES_PER_CHECKPOINT === 0) {
      // A later write repeats a failed checkpoint.
      checkpointing = checkpoint().catch(() => undefined);
    }
    return result;
  }

  return {
    store: {
      ...inner,
      write,
      async read(work) {
        await ready();
        return inner.read(work);
      },
    },
    async close() {
      close();
    },
  };
}
