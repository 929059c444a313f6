import "server-only";

export type Value = string | number | null;

/** In milliseconds since the epoch. `steadyMs`, for decisions that cost money, does not follow jumps. */
export type StoreTime = { nowMs: number; steadyMs: number };

/**
 * The statements that `read` and `write` offer. `time` is the store's, read after all locks were
 * acquired.
 *
 * Statements are SQL that both databases understand, with numbered parameters (`?1`). Booleans are 0
 * and 1, JSON is text. Send independent statements together (`Promise.all`): PostgreSQL then answers
 * them in one round trip.
 */
export type Reading = {
  time: StoreTime;
  all<Row>(statement: string, ...values: Value[]): Promise<Row[]>;
  /** Returns the first row; null if there is none. */
  get<Row>(statement: string, ...values: Value[]): Promise<Row | null>;
};

export type Writing = Reading & {
  /** Resolves with the number of rows that changed. */
  run(statement: string, ...values: Value[]): Promise<number>;
};

/**
 * The kinds of locks. Every transaction acquires its locks in this order, and locks of one kind in
 * the order of their names, so that no two transactions wait for each other.
 */
export const LOCK_ORDER = [
  "query",
  "visitor",
  "ledger",
  "audit",
  "account",
  "reports",
  "sign-in",
  "pictures",
] as const;

export type Lock = { kind: (typeof LOCK_ORDER)[number]; name: string };

export type WriteOptions = {
  locks: readonly Lock[];
  /** Whether a power failure must not lose the change: the commit then waits for the disk. */
  waitsForDisk?: boolean;
};

/**
 * The database interface of lib/state, whose operations are written once, over it, for SQLite
 * (sqlite/sqlite-store.ts) and PostgreSQL (postgres/postgres-store.ts).
 *
 * `work` may only await its statements, and may run again after a conflict with another transaction.
 * Both methods reject if the database is unreachable.
 */
export type Store = {
  /** Not one transaction: two statements of one `read` may see different commits. */
  read<T>(work: (transaction: Reading) => Promise<T>): Promise<T>;
  /** Takes the locks, runs `work` and commits. An exception rolls the transaction back. */
  write<T>(options: WriteOptions, work: (transaction: Writing) => Promise<T>): Promise<T>;
  /** Whether a failed `write` shows that the store can only be read: it is read-only, full or locked. */
  refusesWrites(cause: unknown): boolean;
  /** Returns the condition that a text column contains JSON. */
  isJson(column: string): string;
  /** Returns the words after a table that name the index to read; empty if the database chooses it. */
  readIndex(name: string): string;
};
