import "server-only";
import { sql } from "./sql";
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
 * The condition that a window is not over. A window that ends more than twice its length from now began
 * while the clock was ahead, and is over: otherwise the visitor would wait for as long as the clock was
 * ahead. Not once its length, because the clocks of processes differ by milliseconds.
 */
const isCurrent = ({ key, windowMs }: LimitWindow, nowMs: number) =>
  sql`limit_windows.key = ${key} AND limit_windows.ends_at_ms > ${nowMs}
    AND limit_windows.ends_at_ms <= ${nowMs + 2 * windowMs}`;

/** Returns the use of the windows that are not over, by key. */
export async function findWindows(
  transaction: Reading,
  windows: readonly LimitWindow[],
): Promise<Map<string, WindowUse>> {
  const { nowMs } = transaction.time;
  const any = windows
    .map((window) => isCurrent(window, nowMs))
    .reduce((all, each) => sql`${all} OR ${each}`);
  const rows = await transaction.all<WindowUse & { key: string }>(
    ...sql`SELECT key, used, ends_at_ms AS "endsAtMs" FROM limit_windows WHERE ${any}`,
  );
  return new Map(rows.map(({ key, ...use }) => [key, use]));
}

/** Counts a use in each window. A window that is over starts again. */
export async function countInWindows(
  transaction: Writing,
  windows: readonly LimitWindow[],
): Promise<void> {
  const { nowMs } = transaction.time;
  await Promise.all(
    windows.map((window) => {
      const isOn = isCurrent(window, nowMs);
      return transaction.run(
        ...sql`INSERT INTO limit_windows (key, used, ends_at_ms)
         VALUES (${window.key}, 1, ${nowMs + window.windowMs})
         ON CONFLICT (key) DO UPDATE SET
           used = CASE WHEN ${isOn} THEN limit_windows.used + 1 ELSE 1 END,
           ends_at_ms = CASE WHEN ${isOn} THEN limit_windows.ends_at_ms ELSE excluded.ends_at_ms END`,
      );
    }),
  );
}

/** Refunds a use of a window that is not over. */
export async function refundWindow(transaction: Writing, window: LimitWindow): Promise<void> {
  await transaction.run(
    ...sql`UPDATE limit_windows SET used = used - 1
      WHERE ${isCurrent(window, transaction.time.nowMs)} AND used > 0`,
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
