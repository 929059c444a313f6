import "server-only";
import type { AccountStateSettings, KeyAdmission, KeyRequest } from "../account-state";
import { isBusy, openDatabase, retryWhileLocked, type SqliteDatabase } from "./database";
import { createSqliteAccountState, type SqliteAccountState } from "./sqlite-account-state";

/** A batch writes two pages; SQLite itself would checkpoint after 1,000. */
const BATCHES_PER_CHECKPOINT = 500;

type Opened = { database: SqliteDatabase; state: SqliteAccountState };

/**
 * Decides on requests with keys in the thread of the caller, on a connection of its own. The other
 * operations are the worker's: waking a thread and this one again costs three times as much CPU as the
 * decision (decision 40).
 *
 * It does not block the thread for long: a batch is one lookup and two writes to the write-ahead log,
 * while another connection has the lock it tries again later, and checkpoints, which wait for the disk,
 * are made by `checkpoint`, in the worker. `prepare` resolves when the file has its tables.
 */
export function createDirectAdmissions(
  path: string,
  settings: AccountStateSettings,
  { prepare, checkpoint }: { prepare(): Promise<unknown>; checkpoint(): Promise<unknown> },
) {
  let opened: Promise<Opened> | null = null;
  let batchCount = 0;
  let checkpointing: Promise<unknown> | null = null;

  async function open(): Promise<Opened> {
    await prepare();
    const database = await retryWhileLocked(() => openDatabase(path, { busyMs: 0 }));
    database.exec("PRAGMA wal_autocheckpoint = 0");
    return { database, state: createSqliteAccountState(database, settings) };
  }

  async function close(): Promise<void> {
    const closing = opened;
    opened = null;
    await closing?.then(
      ({ database }) => database.close(),
      () => undefined,
    );
  }

  return {
    async admitAll(requests: readonly KeyRequest[]): Promise<KeyAdmission[]> {
      opened ??= open();
      try {
        // The log starts again from its beginning only if no request is added meanwhile.
        if (checkpointing !== null) await checkpointing;
        const { state } = await opened;
        const admissions = await state.admitAll(requests);
        batchCount += 1;
        if (batchCount % BATCHES_PER_CHECKPOINT === 0) {
          // A checkpoint that fails is made later.
          checkpointing = checkpoint().catch(() => undefined);
        }
        return admissions;
      } catch (cause) {
        // The file is opened again: a disk that was full, missing or read-only may be back.
        if (!isBusy(cause)) await close();
        throw cause;
      }
    },
    close,
  };
}
