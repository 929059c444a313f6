import "server-only";
import { dropEndedWindows } from "../limit-windows";
import { sql } from "../sql";
import type { Store } from "../store";

/** Only waiting processes need a lease's failure, and they wait for seconds. */
const FAILURE_MS = 60_000;

/**
 * Deletes expired records, the oldest answers until the others have at most `answerBytesMax`, and the
 * texts of searches if `keepsQueries` is false.
 *
 * Each statement is its own transaction. It waits for rows that others have locked, and must not lock
 * rows of another table meanwhile.
 */
export async function purge(
  store: Store,
  { answerBytesMax, keepsQueries }: { answerBytesMax: number; keepsQueries: boolean },
): Promise<void> {
  const drop = (statement: string, sinceMs = 0) =>
    store.write({ locks: [] }, (transaction) =>
      transaction.run(statement, transaction.time.nowMs - sinceMs),
    );
  await drop("DELETE FROM answers WHERE keep_until_ms <= ?1");
  await drop("DELETE FROM refusals WHERE refused_until_ms <= ?1");
  await dropEndedWindows(store);
  await drop(
    `DELETE FROM search_leases
     WHERE lease_until_ms < ?1 AND (failed_at_ms IS NULL OR failed_at_ms < ?1)`,
    FAILURE_MS,
  );
  await store.write({ locks: [] }, async (transaction) => {
    if (!keepsQueries) {
      await transaction.run("UPDATE answers SET query = NULL WHERE query IS NOT NULL");
    }
    const [sum] = await transaction.all<{ bytes: number }>(
      "SELECT CAST(coalesce(sum(bytes), 0) AS bigint) AS bytes FROM answers",
    );
    if ((sum?.bytes ?? 0) <= answerBytesMax) return;
    await transaction.run(
      ...sql`DELETE FROM answers WHERE key IN (
         SELECT key FROM (
           SELECT key, sum(bytes) OVER (ORDER BY answered_at_ms DESC, key) AS newer FROM answers
         ) AS answers_by_age WHERE newer > ${answerBytesMax}
       )`,
    );
  });
}
