import "server-only";

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** Keys per hour; further keys are counted as `OTHER_KEYS`. */
const KEYS_MAX = 1_000;

/** The key for events whose own key had no room. */
export const OTHER_KEYS = "";

/** Counts events of this process by key, over the last 24 hours: the present one and 23 before it. */
export function createHourlyCounts({ clock = Date.now }: { clock?: () => number } = {}) {
  const startedAtMs = clock();
  const hours = new Map<number, Map<string, number>>();
  let latest: { hour: number; counts: Map<string, number> } | null = null;

  const hourOf = (atMs: number) => Math.floor(atMs / HOUR_MS);

  function countsOf(hour: number): Map<string, number> {
    if (latest?.hour === hour) return latest.counts;
    for (const each of hours.keys()) if (each <= hour - HOURS) hours.delete(each);
    const counts = hours.get(hour) ?? new Map<string, number>();
    hours.set(hour, counts);
    latest = { hour, counts };
    return counts;
  }

  return {
    add(key: string): void {
      const counts = countsOf(hourOf(clock()));
      const kept = counts.has(key) || counts.size < KEYS_MAX ? key : OTHER_KEYS;
      counts.set(kept, (counts.get(kept) ?? 0) + 1);
    },
    /** Returns the counts by key, and the time at which they begin: at most 24 hours ago. */
    total(): { sinceMs: number; counts: Map<string, number> } {
      const first = hourOf(clock()) - HOURS + 1;
      const total = new Map<string, number>();
      for (const [hour, counts] of hours) {
        if (hour < first) continue;
        for (const [key, count] of counts) total.set(key, (total.get(key) ?? 0) + count);
      }
      return { sinceMs: Math.max(startedAtMs, first * HOUR_MS), counts: total };
    },
  };
}
