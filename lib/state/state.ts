import "server-only";
import type { AccountState, AccountStateSettings } from "./account-state";
import type { ActivityState } from "./activity-state";
import type { AuthRecords } from "./auth-records";
import type { ModerationState } from "./moderation-state";
import type { SchemaVersion } from "./schema";
import type { SearchState, SearchStateSettings } from "./search-state";
import type { WarningState } from "./warning-state";

/** The location of state and library. Structured-clonable, for worker threads. */
export type StorePlace = {
  /** The server's data folder. */
  dataDir: string;
  /** The PostgreSQL database that instances share; null or absent for SQLite in the data folder. */
  databaseUrl?: string | null;
};

/** All data that this installation must not lose, or shares between its processes. */
export type State = {
  searches(settings: SearchStateSettings): SearchState;
  accounts(settings: AccountStateSettings): AccountState;
  authRecords(): AuthRecords;
  moderation(): ModerationState;
  warnings(): WarningState;
  activity(): ActivityState;
  /** Rejects if the store cannot be read, or this user may not write it. Writes nothing. */
  check(): Promise<void>;
  /** Checks the store thoroughly, for an operator. Unlike `check`, it writes. */
  examine(): Promise<StoreFinding>;
  version(): Promise<SchemaVersion>;
  close(): Promise<void>;
};

/** `text` names the store; if it is not sound, also the problem and what to do. */
export type StoreFinding = { isSound: boolean; text: string };
