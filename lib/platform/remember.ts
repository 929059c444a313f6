import "server-only";

/**
 * Memoises `read` for `forMs` milliseconds, and only while `version` returns the same value.
 * Concurrent callers share one call.
 */
export function remember<T>(
  read: () => Promise<T>,
  {
    forMs,
    version = () => 0,
    monotonicMs = () => performance.now(),
  }: { forMs: number; version?: () => number; monotonicMs?: () => number },
): () => Promise<T> {
  let last: { value: Promise<T>; atMs: number; version: number } | null = null;
  return () => {
    const isSame = last !== null && last.version === version();
    if (isSame && last !== null && monotonicMs() - last.atMs < forMs) return last.value;
    const reading = { value: read(), atMs: monotonicMs(), version: version() };
    last = reading;
    reading.value.catch(() => {
      if (last === reading) last = null;
    });
    return reading.value;
  };
}
