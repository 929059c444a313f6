import "server-only";
import { sql, sqlList } from "./sql";
import type { Reading, Store, Writing } from "./store";

/** The table of the windows of rate limits, for both databases (`toPostgresTables`). */
export const WINDOW_TABLES = `
CREATE TABLE limit_windows (
  key TEXT PRIMARY KEY,
  used INTEGER NOT NULL,
  ends_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX limit_windows_end ON limit_windows (ends_at_ms);
`;

/** A window starts with the first use in it. */
export type LimitWindow = { key: string; windowMs: number };

/** How often a window was used, and when it ends, in store time. */
export type WindowUse = { used: number; endsAtMs: number };

/**
 * When the window that began last ends at the latest. One that ends later began while the clock was
 * ahead, and is over too: nobody waits longer than the windows that the limit promises. Twice the
 * length, because the clocks of processes differ by milliseconds.
 */
const lastEndMs = (nowMs: number, { windowMs }: LimitWindow) => nowMs + 2 * windowMs;

/** Returns the use of the windows that are not over, by key. */
export async function findWindows(
  transaction: Reading,
  windows: readonly LimitWindow[],
): Promise<Map<string, WindowUse>> {
  const rows = await transaction.all<WindowUse & { key: string }>(
    ...sql`SELECT key, used, ends_at_ms AS "endsAtMs" FROM limit_windows
      WHERE key IN ${sqlList(windows.map(({ key }) => key))}
        AND ends_at_ms > ${transaction.time.nowMs}`,
  );
  const { nowMs } = transaction.time;
  const ends = new Map(windows.map((window) => [window.key, lastEndMs(nowMs, window)]));
  return new Map(
    rows.flatMap(({ key, ...use }) => (use.endsAtMs <= (ends.get(key) ?? 0) ? [[key, use]] : [])),
  );
}

/** Counts a use in each window. A window that is over starts again. */
export async function countInWindows(
  transaction: Writing,
  windows: readonly LimitWindow[],
): Promise<void> {
  const { nowMs } = transaction.time;
  await Promise.all(
    windows.map((window) => {
      const endsAtMs = sql`limit_windows.ends_at_ms`;
      const isOn = sql`${endsAtMs} > ${nowMs} AND ${endsAtMs} <= ${lastEndMs(nowMs, window)}`;
      return transaction.run(
        ...sql`INSERT INTO limit_windows (key, used, ends_at_ms)
         VALUES (${window.key}, 1, ${nowMs + window.windowMs})
         ON CONFLICT (key) DO UPDATE SET
           used = CASE WHEN ${isOn} THEN limit_windows.used + 1 ELSE 1 END,
           ends_at_ms = CASE WHEN ${isOn} THEN ${endsAtMs} ELSE excluded.ends_at_ms END`,
      );
    }),
  );
}

/** Refunds a use of a window that is not over. */
export async function refundWindow(transaction: Writing, { key }: LimitWindow): Promise<void> {
  await transaction.run(
    ...sql`UPDATE limit_windows SET used = used - 1
      WHERE key = ${key} AND ends_at_ms > ${transaction.time.nowMs} AND used > 0`,
  );
}

/**
 * Deletes the windows that are over. It is its own transaction: it waits for rows that others have
 * locked, and must not lock other rows meanwhile.
 */
export async function dropEndedWindows(store: Store): Promise<void> {
  await store.write({ locks: [] }, ({ run, time }) =>
    run(...sql`DELETE FROM limit_windows WHERE ends_at_ms <= ${time.nowMs}`),
  );
}
