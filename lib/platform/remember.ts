import "server-only";

/**
 * Memoises `read` for `forMs` milliseconds, and only while `version` returns the same value.
 * Concurrent callers share one call.
 */
export function remember<T>(
  read: () => Promise<T>,
  { forMs, version = () => 0 }: { forMs: number; version?: () => number },
): () => Promise<T> {
  let last: { value: Promise<T>; atMs: number; version: number } | null = null;
  return () => {
    const nowMs = performance.now();
    if (last?.version === version() && nowMs - last.atMs < forMs) return last.value;
    const reading = { value: read(), atMs: nowMs, version: version() };
    last = reading;
    reading.value.catch(() => {
      if (last === reading) last = null;
    });
    return reading.value;
  };
}
