import "server-only";
import { inTransaction, migrate, type SqliteDatabase } from "@/lib/platform/sqlite";
import type { LeaseClaim, LeaseFailure, SearchLeases } from "./search-leases";

const STEPS = [
  `CREATE TABLE flights (
     key TEXT PRIMARY KEY,
     holder TEXT,
     lease_until_ms INTEGER NOT NULL,
     failed_at_ms INTEGER,
     failure TEXT
   ) STRICT;
   CREATE INDEX flights_end ON flights (lease_until_ms);`,
];

/** A failure is told to those who wait, and they wait for seconds. */
const FAILURE_MS = 60_000;

type Row = { lease_until_ms: number; failed_at_ms: number | null; failure: string | null };

export function createSqliteSearchLeases(database: SqliteDatabase): SearchLeases {
  migrate(database, "flights", STEPS);
  const find = database.prepare(
    "SELECT lease_until_ms, failed_at_ms, failure FROM flights WHERE key = ?",
  );
  const take = database.prepare(
    `INSERT INTO flights (key, holder, lease_until_ms) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET holder = excluded.holder,
       lease_until_ms = excluded.lease_until_ms, failed_at_ms = NULL, failure = NULL
     WHERE flights.lease_until_ms <= ?`,
  );
  const renew = database.prepare(
    "UPDATE flights SET lease_until_ms = ? WHERE key = ? AND holder = ?",
  );
  const dropLanded = database.prepare("DELETE FROM flights WHERE key = ? AND holder = ?");
  const markFailed = database.prepare(
    `UPDATE flights SET holder = NULL, lease_until_ms = 0, failed_at_ms = ?, failure = ?
     WHERE key = ? AND holder = ?`,
  );
  const dropOld = database.prepare(
    "DELETE FROM flights WHERE lease_until_ms < ? AND coalesce(failed_at_ms, 0) < ?",
  );

  /** What a row says to somebody who waits; null when the flight may be taken. */
  function read(key: string, nowMs: number, waitingSinceMs: number): LeaseClaim | null {
    const row = find.get(key) as Row | undefined;
    if (row === undefined) return null;
    if (row.failed_at_ms !== null && row.failed_at_ms >= waitingSinceMs && row.failure !== null) {
      return { state: "failed", failure: JSON.parse(row.failure) as LeaseFailure };
    }
    return row.lease_until_ms > nowMs ? { state: "taken" } : null;
  }

  return {
    claim: async (key, holder, { nowMs, leaseMs, waitingSinceMs }) =>
      // Those who wait ask often: they only read, and hold up no writer.
      read(key, nowMs, waitingSinceMs) ??
      inTransaction(database, () => {
        const seen = read(key, nowMs, waitingSinceMs);
        if (seen !== null) return seen;
        take.run(key, holder, nowMs + leaseMs, nowMs);
        return { state: "ours" };
      }),
    renew: async (key, holder, leaseUntilMs) => {
      renew.run(leaseUntilMs, key, holder);
    },
    land: async (key, holder, { nowMs, failure }) => {
      if (failure === null) dropLanded.run(key, holder);
      else markFailed.run(nowMs, JSON.stringify(failure), key, holder);
      dropOld.run(nowMs - FAILURE_MS, nowMs - FAILURE_MS);
    },
  };
}
