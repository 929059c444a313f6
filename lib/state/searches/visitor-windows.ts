import "server-only";
import type { Reading, Writing } from "../store";

const WINDOWS = [
  { name: "minute", windowMs: 60_000 },
  { name: "day", windowMs: 86_400_000 },
] as const;

type WindowName = (typeof WINDOWS)[number]["name"];

/** How many searches a window has, and when it ends, in store time. */
export type VisitorWindow = { used: number; endsAtMs: number };

const keyOf = (name: WindowName, visitor: string) => `${name} ${visitor}`;

/** Returns a visitor's windows that are not over. A window starts with the first search in it. */
export async function findVisitorWindows(
  transaction: Reading,
  visitor: string,
): Promise<Partial<Record<WindowName, VisitorWindow>>> {
  const rows = await transaction.all<{ key: string; used: number; ends_at_ms: number }>(
    "SELECT key, used, ends_at_ms FROM visitor_counts WHERE key IN (?1, ?2) AND ends_at_ms > ?3",
    keyOf("minute", visitor),
    keyOf("day", visitor),
    transaction.time.nowMs,
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
    `INSERT INTO visitor_counts (key, used, ends_at_ms) VALUES (?1, 1, ?2), (?3, 1, ?4)
     ON CONFLICT (key) DO UPDATE SET
       used = CASE WHEN visitor_counts.ends_at_ms > ?5 THEN visitor_counts.used + 1 ELSE 1 END,
       ends_at_ms = CASE WHEN visitor_counts.ends_at_ms > ?5
         THEN visitor_counts.ends_at_ms ELSE excluded.ends_at_ms END`,
    ...WINDOWS.flatMap(({ name, windowMs }) => [keyOf(name, visitor), nowMs + windowMs]),
    nowMs,
  );
}

/** Refunds a unit of the day. */
export async function refundVisitorSearch(transaction: Writing, visitor: string): Promise<void> {
  await transaction.run(
    "UPDATE visitor_counts SET used = used - 1 WHERE key = ?1 AND ends_at_ms > ?2 AND used > 0",
    keyOf("day", visitor),
    transaction.time.nowMs,
  );
}
