import "server-only";

export type Value = string | number | null;

/** In milliseconds since the epoch. `steadyMs` does not follow jumps: for decisions that cost money. */
export type StoreTime = { nowMs: number; steadyMs: number };

/**
 * A transaction that only reads. `time` is the store's, read after all locks were taken.
 *
 * Statements are SQL that both databases understand, with numbered parameters (`?1`). Booleans are 0
 * and 1, JSON is text. Statements that do not depend on each other are best sent together
 * (`Promise.all`): PostgreSQL then answers them in one round trip.
 */
export type Reading = {
  time: StoreTime;
  all<Row>(statement: string, ...values: Value[]): Promise<Row[]>;
  /** The first row; null if there is none. */
  get<Row>(statement: string, ...values: Value[]): Promise<Row | null>;
};

export type Writing = Reading & {
  /** Differs after another connection has committed a change; null: the database cannot tell. */
  dataVersion(): number | null;
  /** Resolves with the number of rows that changed. */
  run(statement: string, ...values: Value[]): Promise<number>;
};

/**
 * What transactions exclude each other from. Every transaction takes its locks in this order, and
 * those of one kind in the order of their names, so that no two wait for each other.
 */
export const LOCK_ORDER = [
  "query",
  "visitor",
  "ledger",
  "audit",
  "account",
  "reports",
  "sign-in",
  "source",
  "library-ratings",
] as const;

export type Lock = { kind: (typeof LOCK_ORDER)[number]; name: string };

export type WriteOptions = {
  locks: readonly Lock[];
  /** Whether not even a power failure may lose the change: the commit then waits for the disk. */
  waitsForDisk?: boolean;
};

/**
 * A database as the operations of lib/state see it. They are written once, over this interface, for
 * SQLite (sqlite/sqlite-store.ts) and PostgreSQL (postgres/postgres-store.ts).
 *
 * `work` awaits nothing but its statements, and may run again after a conflict with another
 * transaction. Both methods reject if the database is unreachable.
 */
export type Store = {
  /** On PostgreSQL, the statements of one `read` may see different commits. */
  read<T>(work: (transaction: Reading) => Promise<T>): Promise<T>;
  /** Takes the locks, runs `work` and commits. An exception rolls the transaction back. */
  write<T>(options: WriteOptions, work: (transaction: Writing) => Promise<T>): Promise<T>;
  /** Whether a failed `write` shows that the store can be read, but not written: read-only, full or locked. */
  refusesWrites(cause: unknown): boolean;
  /** The condition that a text column holds JSON. */
  isJson(column: string): string;
  /** The words after a table that name the index to read; none where the database finds it. */
  readIndex(name: string): string;
};
