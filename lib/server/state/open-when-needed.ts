import "server-only";

/** After a failure, nobody waits for another try so soon. */
const RETRY_MS = 5_000;

/**
 * Opens something at first use and keeps it. If opening fails, every use throws the same failure,
 * and one five seconds later tries again: a disk that was full or away may be back.
 */
export function openWhenNeeded<T>(open: () => T): () => T {
  let opened: { it: T } | null = null;
  let failed: { cause: unknown; atMs: number } | null = null;
  return () => {
    if (opened !== null) return opened.it;
    if (failed !== null && performance.now() - failed.atMs < RETRY_MS) throw failed.cause;
    try {
      opened = { it: open() };
      return opened.it;
    } catch (cause) {
      failed = { cause, atMs: performance.now() };
      throw cause;
    }
  };
}
