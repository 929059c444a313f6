import "server-only";
import { createStoreClock, type TimeRow } from "../steady-clock";
import {
  LOCK_ORDER,
  type Lock,
  type Reading,
  type Store,
  type Value,
  type Writing,
} from "../store";
import { type PostgresDatabase, PostgresFailure, type Sql } from "./postgres-database";

/** Deadlocks and conflicts with a concurrent transaction: the transaction runs again. */
const CONFLICTS = new Set(["40P01", "40001"]);
const ATTEMPTS_MAX = 3;

/** Read-only transaction, disk full, lock not available. */
const WRITE_REFUSALS = new Set(["25006", "53100", "55P03"]);

type Queries = Pick<Sql, "unsafe">;

/**
 * The `Store` in the schema `vitrine` of a PostgreSQL database. Locks are advisory locks of the
 * transaction. After a lock, every statement sees the commits that happened while the transaction
 * waited, because the isolation level is READ COMMITTED.
 */
export function createPostgresStore(database: PostgresDatabase): Store {
  const timeOf = createStoreClock();

  async function readTime(sql: Queries) {
    const [row] = await sql.unsafe<TimeRow[]>(
      "SELECT now_ms, monotonic_ms FROM vitrine.store_time",
      [],
      { prepare: true },
    );
    return timeOf(row as TimeRow);
  }

  function query(sql: Queries, statement: string, values: readonly Value[]) {
    return sql.unsafe(toPostgres(statement), [...values], { prepare: true });
  }

  function statementsOf(sql: Queries): Omit<Writing, "time"> {
    return {
      all: async <Row>(statement: string, ...values: Value[]) =>
        [...(await query(sql, statement, values))] as Row[],
      get: async <Row>(statement: string, ...values: Value[]) =>
        ((await query(sql, statement, values))[0] as Row | undefined) ?? null,
      run: async (statement, ...values) => (await query(sql, statement, values)).count,
    };
  }

  function attempt<T>(locks: readonly Lock[], work: (transaction: Writing) => Promise<T>) {
    return database.run((sql) =>
      sql.begin(async (transaction) => {
        // Sent together, answered in this order.
        const [, time] = await Promise.all([
          locks.length > 0 && query(transaction, lockStatement(locks.length), lockNames(locks)),
          readTime(transaction),
        ]);
        return { result: await work({ ...statementsOf(transaction), time }) };
      }),
    ) as Promise<{ result: T }>;
  }

  return {
    read: (work: (transaction: Reading) => Promise<unknown>) =>
      database.run(async (sql) => work({ ...statementsOf(sql), time: await readTime(sql) })),
    async write({ locks }, work) {
      for (let attempts = 1; ; attempts += 1) {
        try {
          return (await attempt(locks, work)).result;
        } catch (cause) {
          if (!hasCode(cause, CONFLICTS) || attempts === ATTEMPTS_MAX) throw cause;
        }
      }
    },
    refusesWrites: (cause) => hasCode(cause, WRITE_REFUSALS),
    // This program writes JSON only, and the database detects damaged pages.
    isJson: () => "true",
    readIndex: () => "",
  } as Store;
}

function hasCode(cause: unknown, codes: ReadonlySet<string>): boolean {
  return cause instanceof PostgresFailure && codes.has(cause.code);
}

/** Acquires the locks one after the other, in the order of the parameters. */
function lockStatement(count: number): string {
  const names = Array.from({ length: count }, (_, i) => `(${i + 1}, ?${i + 1}::text)`).join(", ");
  return `SELECT pg_advisory_xact_lock(hashtextextended(name, 0))
    FROM (VALUES ${names}) AS locks (place, name) ORDER BY place`;
}

function lockNames(locks: readonly Lock[]): string[] {
  const placed = locks.map(({ kind, name }) => ({ place: LOCK_ORDER.indexOf(kind), kind, name }));
  placed.sort((a, b) => a.place - b.place || (a.name < b.name ? -1 : 1));
  return placed.map(({ kind, name }) => `${kind} ${name}`);
}

/** Converts to PostgreSQL's numbered parameters. */
export function toPostgres(statement: string): string {
  return statement.replace(/\?(\d+)/g, "$$$1");
}

/** Converts tables written for SQLite to PostgreSQL. Text is sorted by its bytes, as in SQLite. */
export function toPostgresTables(tables: string): string {
  return tables
    .replace(/\)\s*STRICT(?:, WITHOUT ROWID)?;/g, ");")
    .replace(
      /\bINTEGER PRIMARY KEY(?: AUTOINCREMENT)?\b/g,
      "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    )
    .replace(/\bINTEGER\b/g, "bigint")
    .replace(/\bTEXT\b/g, 'text COLLATE "C"');
}
