import "server-only";

/** The last bound is longer than any request takes. */
const BOUNDS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 60_000, 600_000,
];

/** Returns the smallest of a few bounds that a duration does not exceed, to count durations by. */
export function latencyBoundMs(tookMs: number): number {
  for (const boundMs of BOUNDS_MS) if (tookMs <= boundMs) return boundMs;
  return 600_000;
}

/** Returns the bound that a share of the durations does not exceed; null without durations. */
export function shareWithinMs(
  counts: readonly { withinMs: number; count: number }[],
  share: number,
): number | null {
  const sorted = counts.toSorted((a, b) => a.withinMs - b.withinMs);
  let left = share * counts.reduce((sum, { count }) => sum + count, 0);
  for (const { withinMs, count } of sorted) {
    left -= count;
    if (left <= 0) return withinMs;
  }
  return null;
}
