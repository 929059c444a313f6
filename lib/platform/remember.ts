import "server-only";

/** Remembers what `read` returned for `forMs`; concurrent callers share one call. */
export function remember<T>(
  read: () => Promise<T>,
  { forMs, monotonicMs = () => performance.now() }: { forMs: number; monotonicMs?: () => number },
): () => Promise<T> {
  let last: { value: Promise<T>; atMs: number } | null = null;
  return () => {
    if (last !== null && monotonicMs() - last.atMs < forMs) return last.value;
    const reading = { value: read(), atMs: monotonicMs() };
    last = reading;
    reading.value.catch(() => {
      if (last === reading) last = null;
    });
    return reading.value;
  };
}
