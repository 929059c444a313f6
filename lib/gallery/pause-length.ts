import "server-only";
import { type ErrorCode, errorRow } from "@/lib/contract/errors";

const MINUTE_MS = 60_000;

/** After a refused key or subscription, probes follow after 15, 30, then every 60 minutes. */
const PROBE_INTERVAL_MS = { first: 15 * MINUTE_MS, last: 60 * MINUTE_MS };

const HALF_MINUTE_MS = 30_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Returns how long calls to a service stay paused after it failed with this error, in milliseconds;
 * null if the error says nothing about the next search.
 *
 * `previousMs` is the pause that this call probed, or null. Limits last until `Retry-After`, by
 * default half a minute for the rate and an hour for the quota, because the interface does not give
 * the quota's period (`pause` in lib/contract/errors.ts).
 */
export function pauseMs(
  { code, retryAfterSeconds }: { code: ErrorCode; retryAfterSeconds?: number | undefined },
  previousMs: number | null,
): number | null {
  const retryAfterMs = retryAfterSeconds === undefined ? null : retryAfterSeconds * 1000;
  switch (errorRow(code).pause) {
    case "probes":
      return Math.max(
        PROBE_INTERVAL_MS.first,
        Math.min(2 * (previousMs ?? 0), PROBE_INTERVAL_MS.last),
      );
    case "hour":
      return retryAfterMs ?? HOUR_MS;
    case "half-minute":
      return retryAfterMs ?? HALF_MINUTE_MS;
    case "as-stated":
      return retryAfterMs;
    default:
      return null;
  }
}
