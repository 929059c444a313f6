import "server-only";
import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import type { LogLevel } from "@/lib/platform/log";
import type { CallHandlers } from "@/lib/platform/worker-calls";
import type { AccountStateSettings } from "../account-state";
import type { AuthRecords } from "../auth-records";
import { StoreVersionError } from "../known-version";
import type { ModerationState } from "../moderation-state";
import type { SearchState, SearchStateSettings } from "../search-state";
import { createSearchState } from "../searches/create-search-state";
import { createAuthRecords } from "../sign-in/create-auth-records";
import type { MigrationState, StoreFinding } from "../state";
import {
  inTransaction,
  isBusy,
  isDamaged,
  isSqliteError,
  migrationsOf,
  openDatabase,
  openReadOnly,
  retryWhileLocked,
  type SqliteDatabase,
} from "./database";
import { createDayCountsFile } from "./day-counts-file";
import { createSqliteAccountState, type SqliteAccountState } from "./sqlite-account-state";
import { createSqliteModerationState } from "./sqlite-moderation-state";
import { createSqliteStore } from "./sqlite-store";
import { migrateStore, STORE_PARTS } from "./store-migrations";

export type StateWorkerSettings = { dataDir: string; logLevel: LogLevel };

/** What the state worker can be asked (lib/programs/state-worker.ts). */
export type StateCalls = {
  search: {
    input: { settings: string; operation: keyof SearchState; argument: unknown };
    answer: unknown;
  };
  account: {
    input: { settings: string; operation: AccountOperation; inputs: unknown[] };
    answer: unknown;
  };
  checkpoint: { input: null; answer: null };
  authRecords: {
    input: { operation: keyof AuthRecords; argument: unknown };
    answer: unknown;
  };
  moderation: { input: { operation: keyof ModerationState; inputs: unknown[] }; answer: unknown };
  check: { input: null; answer: null };
  examine: { input: null; answer: StoreFinding };
  migrations: { input: null; answer: MigrationState[] };
};

/** Admission is not the worker's (direct-admissions.ts). */
export type AccountOperation = Exclude<keyof SqliteAccountState, "admitAll">;

/** Longer waits for a lock are `retryWhileLocked`'s, which does not block the thread. */
const BUSY_MS = 10;

/** These are answered by a store that can only be read. */
const READING_ACCOUNTS: ReadonlySet<AccountOperation> = new Set([
  "account",
  "accounts",
  "invitation",
  "invitations",
  "keys",
  "keyDigest",
  "usage",
  "errors",
  "audit",
  "verifyAudit",
]);

const MODERATION_READING: ReadonlySet<keyof ModerationState> = new Set([
  "reports",
  "openReport",
  "ratings",
  "ratedImage",
  "rated",
]);

type Opened = {
  database: SqliteDatabase;
  accounts: Map<string, SqliteAccountState>;
  moderation: ModerationState | null;
};

/**
 * Creates the functions that answer the calls, over the file `vitrine.db`. It is opened at the first
 * call, and again after a failure: a disk that was full, missing or read-only may be back.
 */
export function createStateHandlers(dataDir: string) {
  const path = join(dataDir, "vitrine.db");
  let opened: Opened | null = null;

  function close(): void {
    opened?.database.close();
    opened = null;
  }

  function openFile(): SqliteDatabase {
    const database = openDatabase(path, { busyMs: BUSY_MS });
    try {
      migrateStore(database);
      return database;
    } catch (cause) {
      database.close();
      throw cause;
    }
  }

  /** In a folder that cannot be written, cached answers can still be read. */
  function open(writes: boolean): Opened {
    if (opened?.database.readonly && writes) close();
    if (opened !== null) return opened;
    let database: SqliteDatabase;
    try {
      database = openFile();
    } catch (cause) {
      if (isBusy(cause) || isDamaged(cause) || !existsSync(path)) throw cause;
      if (cause instanceof StoreVersionError) throw cause;
      database = openReadOnly(path);
    }
    opened = { database, accounts: new Map(), moderation: null };
    return opened;
  }

  /** `settings` are JSON. */
  function searchesOf(settings: string): SearchState {
    let state = searches.get(settings);
    if (state === undefined) {
      state = createSearchState(store, JSON.parse(settings) as SearchStateSettings, dayCounts);
      searches.set(settings, state);
    }
    return state;
  }

  /** `settings` are JSON. */
  function accountsOf(writes: boolean, settings: string): SqliteAccountState {
    const { database, accounts } = open(writes);
    let state = accounts.get(settings);
    if (state === undefined) {
      state = createSqliteAccountState(database, JSON.parse(settings) as AccountStateSettings);
      accounts.set(settings, state);
    }
    return state;
  }

  /** Opens the file again at the next call, unless the connection is not the problem. */
  function recover(cause: unknown): void {
    const { code } = cause as { code?: unknown };
    if (isSqliteError(cause) && !/^SQLITE_(?:BUSY|FULL|CONSTRAINT)/.test(String(code))) close();
  }

  const store = createSqliteStore({ open: (writes) => open(writes).database, recover });
  const searches = new Map<string, SearchState>();
  const authRecords = createAuthRecords(store);
  const dayCounts = createDayCountsFile(join(dataDir, "searches-used.json"));

  const handlers: CallHandlers<StateCalls> = {
    async search({ settings, operation, argument }) {
      const state = searchesOf(settings);
      return (state[operation] as (argument: unknown) => Promise<unknown>)(argument);
    },
    async account({ settings, operation, inputs }) {
      try {
        const writes = !READING_ACCOUNTS.has(operation);
        const state = await retryWhileLocked(() => accountsOf(writes, settings));
        return await (state[operation] as (...inputs: unknown[]) => Promise<unknown>)(...inputs);
      } catch (cause) {
        recover(cause);
        throw cause;
      }
    },
    authRecords: ({ operation, argument }) =>
      (authRecords[operation] as (argument: unknown) => Promise<unknown>)(argument),
    async checkpoint() {
      const { database } = await retryWhileLocked(() => open(true));
      database.exec("PRAGMA wal_checkpoint(RESTART)");
      return null;
    },
    async moderation({ operation, inputs }) {
      try {
        const writes = !MODERATION_READING.has(operation);
        const state = await retryWhileLocked(() => open(writes));
        state.moderation ??= createSqliteModerationState(state.database);
        const call = state.moderation[operation] as (...inputs: unknown[]) => Promise<unknown>;
        return await call(...inputs);
      } catch (cause) {
        recover(cause);
        throw cause;
      }
    },
    async check() {
      try {
        const { database } = await retryWhileLocked(() => open(true));
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
    async migrations() {
      const { database } = await retryWhileLocked(() => open(false));
      return migrationsOf(database, STORE_PARTS);
    },
  };
  return { handlers, close };
}

/** Also shows whether the disk is full or read-only. */
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
