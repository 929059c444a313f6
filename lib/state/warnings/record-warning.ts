import "server-only";
import { randomUUID } from "node:crypto";
import { startOfDayMs, toUtcDate } from "@/lib/core/limits/utc-calendar";
import { reachedPercent } from "@/lib/core/limits/warning-percent";
import { sql } from "../sql";
import type { Writing } from "../store";

/**
 * Records, in the transaction that counts a search, that it reached 80 or 100 % of a month's limit.
 * Does nothing below, or if this month has the warning of this limit already.
 *
 * `subject` is an account's id, or a service's URL. Needs the lock of the count.
 */
export async function recordWarning(
  transaction: Writing,
  {
    kind,
    subject,
    used,
    limit,
    atMs,
  }: { kind: "quota" | "budget"; subject: string; used: number; limit: number; atMs: number },
): Promise<void> {
  const percent = reachedPercent(used, limit);
  if (percent === 0) return;
  const { nowMs } = transaction.time;
  const resetsAtMs = startOfDayMs(toUtcDate(atMs).firstDayOfNextMonth);
  await transaction.run(
    ...sql`INSERT INTO warnings (id, account, subject, percent, used, month_limit, resets_at_ms,
        warned_at_ms, next_attempt_at_ms)
      VALUES (${randomUUID()}, ${kind === "quota" ? subject : null}, ${subject}, ${percent}, ${used},
        ${limit}, ${resetsAtMs}, ${nowMs}, ${nowMs})
      ON CONFLICT DO NOTHING`,
  );
}
