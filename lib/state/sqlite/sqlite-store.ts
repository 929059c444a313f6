import "server-only";
import { createStoreClock, type TimeRow } from "../steady-clock";
import type { Store, Value, Writing } from "../store";
import {
  begin,
  isBusy,
  isSqliteError,
  retryWhileLocked,
  rollBack,
  type SqliteDatabase,
} from "./database";

/**
 * The view of the store's time (`Reading.time`). If `monotonic_ms` is null, each process uses its
 * own. Simulations replace the view.
 */
export const STORE_TIME = `
CREATE VIEW IF NOT EXISTS store_time AS
  SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now_ms, NULL AS monotonic_ms;
`;

/** The file of a store, opened on demand. */
export type SqliteFile = {
  /** Returns the connection. Opens a file that cannot be written for reading, unless `writes`. */
  open(writes: boolean): SqliteDatabase;
  /** Called with every failure except that of a lock: the file may have to be opened again. */
  recover(cause: unknown): void;
};

type Statement = {
  all(values: Value[]): unknown[];
  run(values: Value[]): { changes: number };
};

/**
 * The `Store` in a SQLite file that has `STORE_TIME`. It blocks its thread while a statement runs,
 * but not while another process has the lock: it tries again for two seconds.
 *
 * Transactions of this process run one after the other. A writing transaction has the file's only
 * write lock, so the locks that an operation names require nothing more.
 */
export function createSqliteStore(file: SqliteFile): Store {
  const statements = new WeakMap<SqliteDatabase, Map<string, Statement>>();
  const timeOf = createStoreClock();
  let lastTurn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  function prepared(database: SqliteDatabase, text: string): Statement {
    const known = statements.get(database) ?? new Map<string, Statement>();
    statements.set(database, known);
    let statement = known.get(text);
    if (statement === undefined) {
      statement = database.prepare(text) as Statement;
      known.set(text, statement);
    }
    return statement;
  }

  /** Reads the view `store_time`, so that all processes agree on the time, even on a simulated one. */
  function readTime(database: SqliteDatabase) {
    const [row] = prepared(database, "SELECT now_ms, monotonic_ms FROM store_time").all([]);
    return timeOf(row as TimeRow);
  }

  function transactionOn(database: SqliteDatabase): Writing {
    const all = async <Row>(statement: string, ...values: Value[]) =>
      prepared(database, statement).all(values) as Row[];
    return {
      time: readTime(database),
      all,
      get: async <Row>(statement: string, ...values: Value[]) =>
        (await all<Row>(statement, ...values))[0] ?? null,
      run: async (statement, ...values) => prepared(database, statement).run(values).changes,
    };
  }

  /** Runs `work` in its turn; repeats it while another process has the lock. */
  function attempt<T>(work: () => Promise<T>): Promise<T> {
    return retryWhileLocked(() =>
      inTurn(async () => {
        try {
          return await work();
        } catch (cause) {
          if (!isBusy(cause)) file.recover(cause);
          throw cause;
        }
      }),
    );
  }

  return {
    read: (work) => attempt(async () => work(transactionOn(file.open(false)))),
    write: ({ waitsForDisk = false }, work) =>
      attempt(async () => {
        const database = file.open(true);
        if (waitsForDisk) database.exec("PRAGMA synchronous = FULL");
        try {
          begin(database);
          try {
            const result = await work(transactionOn(database));
            database.exec("COMMIT");
            return result;
          } catch (cause) {
            rollBack(database);
            throw cause;
          }
        } finally {
          if (waitsForDisk) database.exec("PRAGMA synchronous = NORMAL");
        }
      }),
    refusesWrites: isSqliteError,
    isJson: (column) => `json_valid(${column})`,
    // Without statistics SQLite would choose the index of an arbitrary filter.
    readIndex: (name) => `INDEXED BY ${name}`,
  };
}
