import "server-only";
import type { CallFailure } from "../search-state";
import type { Reading, Writing } from "../store";

/** Returns a query's lease. Leases expire, so that a dead process does not block others for long. */
export async function findLease(transaction: Reading, key: string) {
  const row = await transaction.get<{
    lease_until_ms: number;
    failed_at_ms: number | null;
    failure: string | null;
  }>("SELECT lease_until_ms, failed_at_ms, failure FROM search_leases WHERE key = ?1", key);
  if (row === null) return null;
  const { lease_until_ms: untilMs, failed_at_ms: failedAtMs, failure } = row;
  return {
    untilMs,
    /** How the call failed, for a caller that has waited for it since this time. */
    failureSince: (sinceMs: number | null): CallFailure | null =>
      sinceMs !== null && failure !== null && (failedAtMs ?? 0) >= sinceMs
        ? (JSON.parse(failure) as CallFailure)
        : null,
  };
}

export async function takeLease(
  transaction: Writing,
  { key, holder, untilMs }: { key: string; holder: string; untilMs: number },
): Promise<void> {
  await transaction.run(
    `INSERT INTO search_leases (key, holder, lease_until_ms) VALUES (?1, ?2, ?3)
     ON CONFLICT (key) DO UPDATE SET holder = excluded.holder,
       lease_until_ms = excluded.lease_until_ms, failed_at_ms = NULL, failure = NULL`,
    key,
    holder,
    untilMs,
  );
}

/** Does nothing if another process has the lease. */
export async function renewLease(
  transaction: Writing,
  { key, holder, leaseMs }: { key: string; holder: string; leaseMs: number },
): Promise<void> {
  await transaction.run(
    "UPDATE search_leases SET lease_until_ms = ?1 WHERE key = ?2 AND holder = ?3",
    transaction.time.nowMs + leaseMs,
    key,
    holder,
  );
}

/** Ends a lease and leaves `failure` to the waiting processes. Does nothing if another one has it. */
export async function endLease(
  transaction: Writing,
  { key, holder, failure }: { key: string; holder: string; failure: CallFailure | null },
): Promise<void> {
  if (failure === null) {
    await transaction.run("DELETE FROM search_leases WHERE key = ?1 AND holder = ?2", key, holder);
    return;
  }
  await transaction.run(
    `UPDATE search_leases SET holder = NULL, lease_until_ms = 0, failed_at_ms = ?1, failure = ?2
     WHERE key = ?3 AND holder = ?4`,
    transaction.time.nowMs,
    JSON.stringify(failure),
    key,
    holder,
  );
}
