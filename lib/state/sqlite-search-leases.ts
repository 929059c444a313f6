import "server-only";
import { inTransaction, migrate, type SqliteDatabase } from "@/lib/platform/sqlite";
import type { LeaseFailure, LeaseState, SearchLeases } from "./search-leases";

const STEPS = [
  `CREATE TABLE search_leases (
     key TEXT PRIMARY KEY,
     holder TEXT,
     lease_until_ms INTEGER NOT NULL,
     failed_at_ms INTEGER,
     failure TEXT
   ) STRICT;
   CREATE INDEX search_leases_end ON search_leases (lease_until_ms);`,
];

/** Only waiting processes need a failure, and they wait for seconds. */
const FAILURE_MS = 60_000;

type Row = { lease_until_ms: number; failed_at_ms: number | null; failure: string | null };

export function createSqliteSearchLeases(database: SqliteDatabase): SearchLeases {
  migrate(database, "search-leases", STEPS);
  const find = database.prepare(
    "SELECT lease_until_ms, failed_at_ms, failure FROM search_leases WHERE key = ?",
  );
  const take = database.prepare(
    `INSERT INTO search_leases (key, holder, lease_until_ms) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET holder = excluded.holder,
       lease_until_ms = excluded.lease_until_ms, failed_at_ms = NULL, failure = NULL
     WHERE search_leases.lease_until_ms <= ?`,
  );
  const renew = database.prepare(
    "UPDATE search_leases SET lease_until_ms = ? WHERE key = ? AND holder = ?",
  );
  const drop = database.prepare("DELETE FROM search_leases WHERE key = ? AND holder = ?");
  const markFailed = database.prepare(
    `UPDATE search_leases SET holder = NULL, lease_until_ms = 0, failed_at_ms = ?, failure = ?
     WHERE key = ? AND holder = ?`,
  );
  const dropOld = database.prepare(
    "DELETE FROM search_leases WHERE lease_until_ms < ? AND coalesce(failed_at_ms, 0) < ?",
  );

  /** What a row means for a waiting process; null if the lease is free. */
  function read(key: string, nowMs: number, waitingSinceMs: number): LeaseState | null {
    const row = find.get(key) as Row | undefined;
    if (row === undefined) return null;
    if (row.failed_at_ms !== null && row.failed_at_ms >= waitingSinceMs && row.failure !== null) {
      return { state: "failed", failure: JSON.parse(row.failure) as LeaseFailure };
    }
    return row.lease_until_ms > nowMs ? { state: "held" } : null;
  }

  return {
    acquire: async (key, holder, { nowMs, leaseMs, waitingSinceMs }) =>
      // Waiting processes poll: they only read, and block no writer.
      read(key, nowMs, waitingSinceMs) ??
      inTransaction(database, () => {
        const seen = read(key, nowMs, waitingSinceMs);
        if (seen !== null) return seen;
        take.run(key, holder, nowMs + leaseMs, nowMs);
        return { state: "acquired" };
      }),
    renew: async (key, holder, leaseUntilMs) => {
      renew.run(leaseUntilMs, key, holder);
    },
    release: async (key, holder, { nowMs, failure }) => {
      if (failure === null) drop.run(key, holder);
      else markFailed.run(nowMs, JSON.stringify(failure), key, holder);
      dropOld.run(nowMs - FAILURE_MS, nowMs - FAILURE_MS);
    },
  };
}
