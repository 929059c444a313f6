import "server-only";
import type { StateParts } from "./state-parts";

/** The location of state and library. Structured-clonable, for worker threads. */
export type StoreLocation = {
  /** The server's data folder. */
  dataDir: string;
  /** The PostgreSQL database that instances share; null or absent for SQLite in the data folder. */
  databaseUrl?: string | null;
};

/** All data that this installation must not lose, or shares between its processes. */
export type State = StateParts & {
  /** Rejects if the store cannot be read, or this user may not write it. Writes nothing. */
  check(): Promise<void>;
  /** Checks the store thoroughly, for an operator. Unlike `check`, it writes. */
  examine(): Promise<StoreFinding>;
  /** Returns what the operator must do if another version made the store; null otherwise, or if unknown. */
  versionProblem(): Promise<string | null>;
  close(): Promise<void>;
};

/** `text` names the store and its version; if it is not sound, the problem and what to do. */
export type StoreFinding = { isSound: boolean; text: string };
