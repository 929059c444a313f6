import "server-only";
import type { IBreaker } from "cockatiel";

const WINDOW_MS = 30_000;
const CALLS_MIN = 20;
const FAILING_SHARE = 0.5;

/** At eight searches a day, 20 calls in 30 seconds never come: a row of failures tells as much. */
const FAILURES_IN_A_ROW = 5;

/**
 * When calls have failed enough to stop calling: half of at least 20 calls in 30 seconds, or five
 * in a row, however far apart.
 *
 * cockatiel's own sampling breaker drops one of its windows a call, not those that are over, so
 * that at a slow pace its 30 seconds last for days (3.2.1).
 */
export function createBreakerRule(clock: () => number = Date.now): IBreaker {
  let calls: { atMs: number; hasFailed: boolean }[] = [];
  let failuresInARow = 0;

  function note(hasFailed: boolean): void {
    const sinceMs = clock() - WINDOW_MS;
    calls = calls.filter(({ atMs }) => atMs > sinceMs);
    calls.push({ atMs: clock(), hasFailed });
    failuresInARow = hasFailed ? failuresInARow + 1 : 0;
  }

  return {
    // Kept by no one: a new process begins with a closed breaker.
    state: undefined,
    success: () => note(false),
    failure: () => {
      note(true);
      const failures = calls.filter(({ hasFailed }) => hasFailed).length;
      const isMostly = calls.length >= CALLS_MIN && failures >= calls.length * FAILING_SHARE;
      return isMostly || failuresInARow >= FAILURES_IN_A_ROW;
    },
  };
}
