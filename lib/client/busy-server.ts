/**
 * How often a request is sent at most, while the server is busy (503) or the visitor is over a limit
 * (429). Four waits of at most 15 s are a minute, the period of the limit of thumbnails.
 */
export const BUSY_ATTEMPTS_MAX = 5;

const RETRY_AFTER_SECONDS_MAX = 15;

/**
 * Returns how long to wait before the request is sent again; null if the server is neither busy nor
 * limiting the visitor.
 */
export function retryAfterMs({ status, headers }: Response): number | null {
  if (status !== 503 && status !== 429) return null;
  const seconds = Number(headers.get("retry-after")) || 2;
  return Math.min(seconds, RETRY_AFTER_SECONDS_MAX) * 1_000;
}

/**
 * Fetches `url`, and again while the server is busy. Returns the last response.
 *
 * @throws AbortError after `signal`, TypeError without a connection
 */
export async function fetchFromBusy(
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, init);
    const afterMs = retryAfterMs(response);
    if (afterMs === null || attempt === BUSY_ATTEMPTS_MAX) return response;
    await wait(afterMs, init.signal);
  }
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
