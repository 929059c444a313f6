import "server-only";
import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import type { CallHandlers } from "@/lib/platform/worker-calls";
import type { AccountState } from "../account-state";
import { createAccountState } from "../accounts/create-account-state";
import { createActivityState } from "../activity/create-activity-state";
import type { ActivityState } from "../activity-state";
import type { AuthRecords } from "../auth-records";
import { createModerationState } from "../moderation/create-moderation-state";
import type { ModerationState } from "../moderation-state";
import { type SchemaVersion, StoreVersionError } from "../schema";
import type { SearchState } from "../search-state";
import { createSearchState } from "../searches/create-search-state";
import { createAuthRecords } from "../sign-in/create-auth-records";
import type { StoreFinding } from "../state";
import type { WarningState } from "../warning-state";
import { createWarningState } from "../warnings/create-warning-state";
import {
  inTransaction,
  isBusy,
  isDamaged,
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

/** The parts of the state that the worker runs. */
export type Operated = {
  searches: SearchState;
  accounts: AccountState;
  authRecords: AuthRecords;
  moderation: ModerationState;
  warnings: WarningState;
  activity: ActivityState;
};

/** The calls of the state worker (lib/programs/state-worker.ts). */
export type StateCalls = {
  /** Runs an operation of a part; `settings` are the part's, as JSON. */
  operate: {
    input: { part: keyof Operated; settings: string; operation: string; inputs: unknown[] };
    answer: unknown;
  };
  checkpoint: { input: null; answer: null };
  check: { input: null; answer: null };
  examine: { input: null; answer: StoreFinding };
  version: { input: null; answer: SchemaVersion };
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
    const { code } = cause as { code?: unknown };
    if (isSqliteError(cause) && !/^SQLITE_(?:FULL|CONSTRAINT)/.test(String(code))) close();
  }

  const store = createSqliteStore({ open, recover });
  const dayCounts = createDayCountsFile(join(dataDir, "searches-used.json"));
  const authRecords = createAuthRecords(store);
  const moderation = createModerationState(store);
  const warnings = createWarningState(store);
  const activity = createActivityState(store);
  /** Keyed by their settings, as JSON. */
  const searches = new Map<string, SearchState>();
  const accounts = new Map<string, AccountState>();

  function partOf(part: keyof Operated, settings: string): Operated[keyof Operated] {
    switch (part) {
      case "searches": {
        const state =
          searches.get(settings) ?? createSearchState(store, JSON.parse(settings), dayCounts);
        searches.set(settings, state);
        return state;
      }
      case "accounts": {
        const state = accounts.get(settings) ?? createAccountState(store, JSON.parse(settings));
        accounts.set(settings, state);
        return state;
      }
      case "authRecords":
        return authRecords;
      case "moderation":
        return moderation;
      case "warnings":
        return warnings;
      case "activity":
        return activity;
    }
  }

  const handlers: CallHandlers<StateCalls> = {
    async operate({ part, settings, operation, inputs }) {
      const state = partOf(part, settings) as unknown as Record<
        string,
        (...inputs: unknown[]) => Promise<unknown>
      >;
      return state[operation]?.(...inputs);
    },
    async checkpoint() {
      const database = await retryWhileLocked(() => open(true));
      database.exec("PRAGMA wal_checkpoint(RESTART)");
      return null;
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
      const kept = "this month's count of searches is kept in searches-used.json";
      switch (await soundnessOf(path)) {
        case "sound":
          return { isSound: true, text: dataDir };
        case "damaged":
          return {
            isSound: false,
            text: `${dataDir}: vitrine.db is damaged: stop the server and move it away; ${kept}`,
          };
        case "unusable":
          return {
            isSound: false,
            text: `${dataDir} can't be written: see its owner, its rights, the disk`,
          };
      }
    },
    async version() {
      const database = await retryWhileLocked(() => open(false));
      return { version: versionOf(database), newest: SQLITE_SCHEMA.steps.length };
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
    const row = opened.prepare("PRAGMA quick_check(1)").get() as { quick_check?: string };
    return row.quick_check === "ok" ? "sound" : "damaged";
  } catch (cause) {
    return isDamaged(cause) ? "damaged" : "unusable";
  } finally {
    database?.close();
  }
}
