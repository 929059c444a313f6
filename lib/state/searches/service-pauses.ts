import "server-only";
import type { SearchEnd, ServicePause } from "../search-state";
import type { Reading, Writing } from "../store";

type NewPause = Exclude<NonNullable<SearchEnd["pause"]>, "lift">;

/** Creates the pause of a service. It belongs to a URL and a key, so another key is used at once. */
export function createServicePauses(fingerprint: string) {
  const remove = (transaction: Writing) =>
    transaction.run("DELETE FROM service_pauses WHERE fingerprint = ?1", fingerprint);

  return {
    remove,
    /** Finds the pause, even after its time, until a call has probed the service. */
    async find(transaction: Reading): Promise<ServicePause | null> {
      const row = await transaction.get<{
        code: string;
        paused_until_ms: number;
        duration_ms: number;
      }>(
        "SELECT code, paused_until_ms, duration_ms FROM service_pauses WHERE fingerprint = ?1",
        fingerprint,
      );
      if (row === null) return null;
      const { code, paused_until_ms: pausedUntilMs, duration_ms: durationMs } = row;
      const remainingMs = pausedUntilMs - transaction.time.nowMs;
      const retryAfterSeconds = Math.max(1, Math.ceil(remainingMs / 1000));
      return { code, pausedUntilMs, durationMs, retryAfterSeconds };
    },
    /** Makes the caller the probe of a pause whose time is over. Returns false if another caller is. */
    async claimProbe(transaction: Writing, probeMs: number): Promise<boolean> {
      const { nowMs } = transaction.time;
      const claimed = await transaction.run(
        `UPDATE service_pauses SET paused_until_ms = ?1
         WHERE fingerprint = ?2 AND paused_until_ms <= ?3`,
        nowMs + probeMs,
        fingerprint,
        nowMs,
      );
      return claimed === 1;
    },
    /** Replaces the pause that the call probed; otherwise the pause that ends later stays. */
    async put(transaction: Writing, { code, durationMs, wasProbe }: NewPause): Promise<void> {
      if (wasProbe) await remove(transaction);
      await transaction.run(
        `INSERT INTO service_pauses (fingerprint, code, paused_until_ms, duration_ms)
         VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (fingerprint) DO UPDATE SET code = excluded.code,
           duration_ms = excluded.duration_ms, paused_until_ms = excluded.paused_until_ms
         WHERE excluded.paused_until_ms > service_pauses.paused_until_ms`,
        fingerprint,
        code,
        transaction.time.nowMs + durationMs,
        durationMs,
      );
    },
  };
}
