/** Wall time in milliseconds since the epoch; monotonic time in milliseconds since anything. */
export type ClockReadings = { wallMs: () => number; monotonicMs: () => number };

/** Corrections this small are ordinary, and followed at once. */
const TOLERANCE_MS = 2 * 60_000;

/** How long a clock must stand by a jump ahead before it is believed. */
const DISBELIEF_MS = 10 * 60_000;

/**
 * A wall clock that does not follow leaps: for what a leap would cost money, such as a month's
 * allowance that opens because the clock was wrong for a minute.
 *
 * It never goes back. A jump ahead is believed only after the clock has stood by it for ten
 * minutes; until then, and after a jump back, time runs on at the pace of the monotonic clock. A
 * machine that wakes from sleep looks like a jump ahead, and is late by these ten minutes.
 */
export function createSteadyClock({ wallMs, monotonicMs }: ClockReadings): () => number {
  let base = { wallMs: wallMs(), monotonicMs: monotonicMs() };
  let doubt: { leapMs: number; sinceMs: number } | null = null;
  let latestMs = base.wallMs;

  function read(): number {
    const now = { wallMs: wallMs(), monotonicMs: monotonicMs() };
    const expectedMs = base.wallMs + (now.monotonicMs - base.monotonicMs);
    const leapMs = now.wallMs - expectedMs;
    if (Math.abs(leapMs) <= TOLERANCE_MS) {
      base = now;
      doubt = null;
      return now.wallMs;
    }
    if (leapMs < 0) {
      doubt = null;
      return expectedMs;
    }
    if (doubt === null || Math.abs(leapMs - doubt.leapMs) > TOLERANCE_MS) {
      doubt = { leapMs, sinceMs: now.monotonicMs };
    }
    if (now.monotonicMs - doubt.sinceMs < DISBELIEF_MS) return expectedMs;
    base = now;
    doubt = null;
    return now.wallMs;
  }

  return () => {
    latestMs = Math.max(latestMs, read());
    return latestMs;
  };
}
