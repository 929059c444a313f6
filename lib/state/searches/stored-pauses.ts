import "server-only";
import type { SearchEnd, ServicePause } from "../search-state";
import { sql } from "../sql";
import type { Reading, Writing } from "../store";

type NewPause = Exclude<NonNullable<SearchEnd["pause"]>, "lift">;

/** Creates the pause of a service. It belongs to a URL and a key, so another key is used at once. */
export function createServicePauses(fingerprint: string) {
  const remove = (transaction: Writing) =>
    transaction.run(...sql`DELETE FROM service_pauses WHERE fingerprint = ${fingerprint}`);

  return {
    remove,
    /** Finds the pause, even after its time, until a call has probed the service. */
    async find(transaction: Reading): Promise<ServicePause | null> {
      const pause = await transaction.get<Omit<ServicePause, "retryAfterSeconds">>(
        ...sql`SELECT code, paused_until_ms AS "pausedUntilMs", duration_ms AS "durationMs"
          FROM service_pauses WHERE fingerprint = ${fingerprint}`,
      );
      if (pause === null) return null;
      const remainingMs = pause.pausedUntilMs - transaction.time.nowMs;
      return { ...pause, retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1000)) };
    },
    /** Makes the caller the probe of a pause whose time is over. Returns false if another caller is. */
    async claimProbe(transaction: Writing, probeMs: number): Promise<boolean> {
      const { nowMs } = transaction.time;
      const claimed = await transaction.run(
        ...sql`UPDATE service_pauses SET paused_until_ms = ${nowMs + probeMs}
         WHERE fingerprint = ${fingerprint} AND paused_until_ms <= ${nowMs}`,
      );
      return claimed === 1;
    },
    /** Replaces the pause that the call probed; otherwise the pause that ends later stays. */
    async put(transaction: Writing, { code, durationMs, wasProbe }: NewPause): Promise<void> {
      if (wasProbe) await remove(transaction);
      await transaction.run(
        ...sql`INSERT INTO service_pauses (fingerprint, code, paused_until_ms, duration_ms)
         VALUES (${fingerprint}, ${code}, ${transaction.time.nowMs + durationMs}, ${durationMs})
         ON CONFLICT (fingerprint) DO UPDATE SET code = excluded.code,
           duration_ms = excluded.duration_ms, paused_until_ms = excluded.paused_until_ms
         WHERE excluded.paused_until_ms > service_pauses.paused_until_ms`,
      );
    },
  };
}
