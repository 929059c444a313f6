import "server-only";
import type { CallFailure } from "../search-state";
import { sql } from "../sql";
import type { Reading, Writing } from "../store";

/** Returns a query's lease. Leases expire, so that a dead process does not block others for long. */
export async function findLease(transaction: Reading, key: string) {
  const row = await transaction.get<{
    untilMs: number;
    failedAtMs: number | null;
    failure: string | null;
  }>(
    ...sql`SELECT lease_until_ms AS "untilMs", failed_at_ms AS "failedAtMs", failure
      FROM search_leases WHERE key = ${key}`,
  );
  if (row === null) return null;
  const { untilMs, failedAtMs, failure } = row;
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
    ...sql`INSERT INTO search_leases (key, holder, lease_until_ms)
     VALUES (${key}, ${holder}, ${untilMs}) ON CONFLICT (key) DO UPDATE SET holder = excluded.holder,
       lease_until_ms = excluded.lease_until_ms, failed_at_ms = NULL, failure = NULL`,
  );
}

/** Ends a lease and leaves `failure` to the waiting processes. Does nothing if another one has it. */
export async function endLease(
  transaction: Writing,
  { key, holder, failure }: { key: string; holder: string; failure: CallFailure | null },
): Promise<void> {
  if (failure === null) {
    await transaction.run(
      ...sql`DELETE FROM search_leases WHERE key = ${key} AND holder = ${holder}`,
    );
    return;
  }
  await transaction.run(
    ...sql`UPDATE search_leases SET holder = NULL, lease_until_ms = 0,
       failed_at_ms = ${transaction.time.nowMs}, failure = ${JSON.stringify(failure)}
     WHERE key = ${key} AND holder = ${holder}`,
  );
}
