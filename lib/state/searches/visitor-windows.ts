import "server-only";
import { sql } from "../sql";
import type { Reading, Writing } from "../store";

const WINDOW_MS = { minute: 60_000, day: 86_400_000 };

type WindowName = keyof typeof WINDOW_MS;

/** How many searches a window has, and when it ends, in store time. */
type VisitorWindow = { used: number; endsAtMs: number };

export type VisitorWindows = Partial<Record<WindowName, VisitorWindow>>;

const keyOf = (name: WindowName, visitor: string) => `${name} ${visitor}`;

/** Returns a visitor's windows that are not over. A window starts with the first search in it. */
export async function findVisitorWindows(
  transaction: Reading,
  visitor: string,
): Promise<VisitorWindows> {
  const rows = await transaction.all<{ key: string; used: number; ends_at_ms: number }>(
    ...sql`SELECT key, used, ends_at_ms FROM visitor_counts
      WHERE key IN (${keyOf("minute", visitor)}, ${keyOf("day", visitor)})
        AND ends_at_ms > ${transaction.time.nowMs}`,
  );
  return Object.fromEntries(
    rows.map(({ key, used, ends_at_ms }) => [
      key.slice(0, key.indexOf(" ")),
      { used, endsAtMs: ends_at_ms },
    ]),
  );
}

/** Counts a search in both windows. A window that is over starts again. */
export async function countVisitorSearch(transaction: Writing, visitor: string): Promise<void> {
  const { nowMs } = transaction.time;
  await transaction.run(
    ...sql`INSERT INTO visitor_counts (key, used, ends_at_ms)
     VALUES (${keyOf("minute", visitor)}, 1, ${nowMs + WINDOW_MS.minute}),
       (${keyOf("day", visitor)}, 1, ${nowMs + WINDOW_MS.day})
     ON CONFLICT (key) DO UPDATE SET
       used = CASE WHEN visitor_counts.ends_at_ms > ${nowMs}
         THEN visitor_counts.used + 1 ELSE 1 END,
       ends_at_ms = CASE WHEN visitor_counts.ends_at_ms > ${nowMs}
         THEN visitor_counts.ends_at_ms ELSE excluded.ends_at_ms END`,
  );
}

/** Refunds a unit of the day. */
export async function refundVisitorSearch(transaction: Writing, visitor: string): Promise<void> {
  await transaction.run(
    ...sql`UPDATE visitor_counts SET used = used - 1
      WHERE key = ${keyOf("day", visitor)} AND ends_at_ms > ${transaction.time.nowMs} AND used > 0`,
  );
}
