import "server-only";
import { inTransaction, migrate, type SqliteDatabase } from "@/lib/state/sqlite/database";

/** How another process's call failed. The service's own text is not stored. */
export type LeaseFailure = { code: string; retryAfterSeconds?: number | undefined };

export type LeaseState =
  /** The caller holds the lease until it releases it or the lease expires. */
  | { state: "acquired" }
  /** Another process holds it. */
  | { state: "held" }
  /** The holder's call failed while the caller waited; calling again would cost again. */
  | { state: "failed"; failure: LeaseFailure };

export type SearchLeases = ReturnType<typeof createSqliteSearchLeases>;

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

/**
 * Creates leases that let one of several processes make a call. They expire by themselves, so a
 * process that dies does not block the others for long. They may be lost: two processes may then
 * call.
 */
export function createSqliteSearchLeases(database: SqliteDatabase) {
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
    acquire: async (
      key: string,
      holder: string,
      {
        nowMs,
        leaseMs,
        waitingSinceMs,
      }: { nowMs: number; leaseMs: number; waitingSinceMs: number },
    ): Promise<LeaseState> =>
      // Waiting processes poll: they only read, and block no writer.
      read(key, nowMs, waitingSinceMs) ??
      inTransaction<LeaseState>(database, () => {
        const seen = read(key, nowMs, waitingSinceMs);
        if (seen !== null) return seen;
        take.run(key, holder, nowMs + leaseMs, nowMs);
        return { state: "acquired" };
      }),
    /** Moves the end of the holder's lease; does nothing if another process holds it. */
    renew: async (key: string, holder: string, leaseUntilMs: number) => {
      renew.run(leaseUntilMs, key, holder);
    },
    /** Ends the holder's lease; does nothing if another process holds it. */
    release: async (
      key: string,
      holder: string,
      { nowMs, failure }: { nowMs: number; failure: LeaseFailure | null },
    ) => {
      if (failure === null) drop.run(key, holder);
      else markFailed.run(nowMs, JSON.stringify(failure), key, holder);
      dropOld.run(nowMs - FAILURE_MS, nowMs - FAILURE_MS);
    },
  };
}
