import "server-only";
import type { StoreTime } from "./store";

/** Wall time in milliseconds since the epoch; monotonic time in milliseconds since any point. */
export type ClockReadings = { wallMs: () => number; monotonicMs: () => number };

/** Smaller corrections are ordinary, and the clock follows them at once. */
const TOLERANCE_MS = 2 * 60_000;

/** How long a jump ahead must last before the clock follows it. */
const CONFIRM_MS = 10 * 60_000;

/**
 * Creates a wall clock that does not follow jumps, for decisions that cost money: a clock that is
 * wrong for a minute must not open the next month's budget.
 *
 * It never goes back. It follows a jump ahead that has lasted for ten minutes. Until then, and after
 * a jump back, it runs at the pace of the monotonic clock. Waking from sleep looks like a jump ahead,
 * so the clock is late for ten minutes after it.
 */
export function createSteadyClock({ wallMs, monotonicMs }: ClockReadings): () => number {
  let base = { wallMs: wallMs(), monotonicMs: monotonicMs() };
  let doubt: { jumpMs: number; sinceMs: number } | null = null;
  let latestMs = base.wallMs;

  function read(): number {
    const now = { wallMs: wallMs(), monotonicMs: monotonicMs() };
    const expectedMs = base.wallMs + (now.monotonicMs - base.monotonicMs);
    const jumpMs = now.wallMs - expectedMs;
    if (Math.abs(jumpMs) <= TOLERANCE_MS) {
      base = now;
      doubt = null;
      return now.wallMs;
    }
    if (jumpMs < 0) {
      doubt = null;
      return expectedMs;
    }
    if (doubt === null || Math.abs(jumpMs - doubt.jumpMs) > TOLERANCE_MS) {
      doubt = { jumpMs, sinceMs: now.monotonicMs };
    }
    if (now.monotonicMs - doubt.sinceMs < CONFIRM_MS) return expectedMs;
    base = now;
    doubt = null;
    return now.wallMs;
  }

  return () => {
    latestMs = Math.max(latestMs, read());
    return latestMs;
  };
}

/** A row of the view `store_time`; without a monotonic time, each process has its own. */
export type TimeRow = { now_ms: number; monotonic_ms: number | null };

/** Creates the function that makes the store's time of the row that was just read. */
export function createStoreClock(): (row: TimeRow) => StoreTime {
  const latest = { wallMs: 0, monotonicMs: 0 };
  let steady: (() => number) | null = null;
  return ({ now_ms, monotonic_ms }) => {
    latest.wallMs = now_ms;
    latest.monotonicMs = monotonic_ms ?? performance.now();
    steady ??= createSteadyClock({
      wallMs: () => latest.wallMs,
      monotonicMs: () => latest.monotonicMs,
    });
    return { nowMs: now_ms, steadyMs: steady() };
  };
}
