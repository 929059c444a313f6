import "server-only";
import type { SearchEnd, Suspension } from "../search-state";
import type { Reading, Writing } from "../store";

type NewSuspension = Exclude<NonNullable<SearchEnd["suspension"]>, "lift">;

/** At most one suspension: it belongs to a service's URL and key, so another key is asked at once. */
export function createSuspensions(fingerprint: string) {
  const remove = (transaction: Writing) =>
    transaction.run("DELETE FROM suspensions WHERE fingerprint = ?1", fingerprint);

  return {
    remove,
    /** Finds the suspension, even after its time, until a call has probed the service. */
    async find(transaction: Reading): Promise<Suspension | null> {
      const row = await transaction.get<{
        code: string;
        suspended_until_ms: number;
        duration_ms: number;
      }>(
        "SELECT code, suspended_until_ms, duration_ms FROM suspensions WHERE fingerprint = ?1",
        fingerprint,
      );
      if (row === null) return null;
      const { code, suspended_until_ms: suspendedUntilMs, duration_ms: durationMs } = row;
      const remainingMs = suspendedUntilMs - transaction.time.nowMs;
      const retryAfterSeconds = Math.max(1, Math.ceil(remainingMs / 1000));
      return { code, suspendedUntilMs, durationMs, retryAfterSeconds };
    },
    /** Makes the caller the probe of a suspension whose time is over; false: another caller is. */
    async claimProbe(transaction: Writing, probeMs: number): Promise<boolean> {
      const { nowMs } = transaction.time;
      const claimed = await transaction.run(
        `UPDATE suspensions SET suspended_until_ms = ?1
         WHERE fingerprint = ?2 AND suspended_until_ms <= ?3`,
        nowMs + probeMs,
        fingerprint,
        nowMs,
      );
      return claimed === 1;
    },
    /** Keeps the suspension that ends later, unless the call probed the stored one. */
    async put(transaction: Writing, { code, durationMs, wasProbe }: NewSuspension): Promise<void> {
      if (wasProbe) await remove(transaction);
      await transaction.run(
        `INSERT INTO suspensions (fingerprint, code, suspended_until_ms, duration_ms)
         VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (fingerprint) DO UPDATE SET code = excluded.code,
           duration_ms = excluded.duration_ms, suspended_until_ms = excluded.suspended_until_ms
         WHERE excluded.suspended_until_ms > suspensions.suspended_until_ms`,
        fingerprint,
        code,
        transaction.time.nowMs + durationMs,
        durationMs,
      );
    },
  };
}
