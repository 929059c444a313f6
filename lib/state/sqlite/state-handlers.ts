import "server-only";
import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import type { CallHandlers } from "@/lib/platform/worker-calls";
import { StoreVersionError, versionText } from "../schema";
import type { StoreFinding } from "../state";
import { createParts, type Operation, type OperationPlace } from "../state-parts";
import {
  errorCode,
  inTransaction,
  isBusy,
  isDamaged,
  isSound,
  isSqliteError,
  migrate,
  openDatabase,
  openReadOnly,
  retryWhileLocked,
  type SqliteDatabase,
  versionOf,
} from "./database";
import { createDayCountsFile } from "./day-counts-file";
import { SQLITE_SCHEMA } from "./sqlite-schema";
import { createSqliteStore } from "./sqlite-store";

export type StateWorkerSettings = { dataDir: string };

/** `settings`: as JSON. */
export type OperationCall = OperationPlace & { settings: string; inputs: readonly unknown[] };

/** The calls of the state worker (lib/programs/state-worker.ts). */
export type StateCalls = {
  /** Runs an operation. */
  operate: { input: OperationCall; answer: unknown };
  check: { input: null; answer: null };
  examine: { input: null; answer: StoreFinding };
  versionProblem: { input: null; answer: string | null };
};

/** `retryWhileLocked` handles longer waits without blocking the thread. */
const BUSY_MS = 10;

/**
 * Creates the functions that answer the calls, over the file `vitrine.db`. The first call opens it; a
 * call after a failure opens it again, because a disk that was full, missing or read-only may be
 * back.
 */
export function createStateHandlers(dataDir: string) {
  const path = join(dataDir, "vitrine.db");
  let opened: SqliteDatabase | null = null;

  function close(): void {
    opened?.close();
    opened = null;
  }

  function openFile(): SqliteDatabase {
    const database = openDatabase(path, { busyMs: BUSY_MS });
    try {
      migrate(database, SQLITE_SCHEMA);
      return database;
    } catch (cause) {
      database.close();
      throw cause;
    }
  }

  /** Opens the file for reading only if it cannot be written, so that cached answers stay readable. */
  function open(writes: boolean): SqliteDatabase {
    if (opened?.readonly && writes) close();
    if (opened !== null) return opened;
    try {
      opened = openFile();
    } catch (cause) {
      if (isBusy(cause) || isDamaged(cause) || !existsSync(path)) throw cause;
      if (cause instanceof StoreVersionError) throw cause;
      opened = openReadOnly(path);
    }
    return opened;
  }

  /** Makes the next call open the file again, unless the connection is not the problem. */
  function recover(cause: unknown): void {
    if (isSqliteError(cause) && !/^SQLITE_(?:FULL|CONSTRAINT)/.test(errorCode(cause))) close();
  }

  const store = createSqliteStore({ open, recover });
  const parts = createParts(store, createDayCountsFile(join(dataDir, "searches-used.json")));
  /** The operations of each part, by the part's name and settings. */
  const created = new Map<string, Map<string, Operation>>();

  function operationsOf({ part, settings }: OperationCall): Map<string, Operation> {
    const name = `${part} ${settings}`;
    const operations =
      created.get(name) ?? new Map(Object.entries(parts[part](JSON.parse(settings))));
    created.set(name, operations);
    return operations;
  }

  /** Opens the file. The checks that follow find any problem but the version. */
  async function versionOrProblem(): Promise<string | StoreVersionError> {
    try {
      const database = await retryWhileLocked(() => open(false));
      return versionText(versionOf(database), SQLITE_SCHEMA);
    } catch (cause) {
      return cause instanceof StoreVersionError ? cause : "version unknown";
    }
  }

  const handlers: CallHandlers<StateCalls> = {
    async operate(call) {
      const run = operationsOf(call).get(call.operation);
      if (run === undefined) throw new TypeError(`${call.part} has no operation ${call.operation}`);
      return run(...call.inputs);
    },
    async check() {
      try {
        const database = await retryWhileLocked(() => open(true));
        database.prepare("SELECT count(*) FROM sqlite_schema").get();
        accessSync(path, constants.R_OK | constants.W_OK);
        if (database.readonly) throw new Error(`${path} cannot be written`);
        return null;
      } catch (cause) {
        recover(cause);
        throw cause;
      }
    },
    async examine() {
      const version = await versionOrProblem();
      if (version instanceof StoreVersionError) return { isSound: false, text: version.message };
      const kept = "this month's count of searches is kept in searches-used.json";
      switch (await soundnessOf(path)) {
        case "sound":
          return { isSound: true, text: `${dataDir}; ${version}` };
        case "damaged":
          return {
            isSound: false,
            text: `${dataDir}: vitrine.db is damaged: stop the server and move it away, with vitrine.db-wal and vitrine.db-shm; ${kept}`,
          };
        case "unusable":
          return {
            isSound: false,
            text: `${dataDir} can't be written: see its owner, its rights, the disk`,
          };
      }
    },
    async versionProblem() {
      const version = await versionOrProblem();
      return version instanceof StoreVersionError ? version.message : null;
    },
  };
  return { handlers, close };
}

/** Also detects a full or read-only disk. */
async function soundnessOf(path: string): Promise<"sound" | "damaged" | "unusable"> {
  let database: SqliteDatabase | null = null;
  try {
    const opened = openDatabase(path);
    database = opened;
    await retryWhileLocked(() =>
      inTransaction(opened, () =>
        opened.exec("CREATE TABLE store_check (id); DROP TABLE store_check"),
      ),
    );
    return isSound(opened) ? "sound" : "damaged";
  } catch (cause) {
    return isDamaged(cause) ? "damaged" : "unusable";
  } finally {
    database?.close();
  }
}
