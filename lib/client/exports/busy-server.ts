/** How often a request is sent while the server is busy, or the visitor has had enough for a minute. */
export const BUSY_ATTEMPTS_MAX = 5;

const RETRY_AFTER_SECONDS_MAX = 15;

/** Returns when to repeat a request; null if its answer is not that the server is busy. */
export function retryAfterMs({ status, headers }: Response): number | null {
  if (status !== 503 && status !== 429) return null;
  const seconds = Number(headers.get("retry-after")) || 2;
  return Math.min(seconds, RETRY_AFTER_SECONDS_MAX) * 1_000;
}

/** @throws AbortError after `signal` */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
