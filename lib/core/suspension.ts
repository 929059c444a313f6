import type { ErrorCode } from "@/lib/contract/errors";
import { startOfDayMs, toUtcDate } from "./utc-calendar";

const RATE_WAIT_SECONDS = 30;
const QUOTA_WAIT_SECONDS = 3600;

/**
 * Until when a service need not be asked again after it failed so, in milliseconds since the epoch;
 * null when the failure speaks of one search only.
 *
 * A refused key stays refused until the configuration changes (Infinity); a subscription until the
 * month turns, in case its quota was meant; the limits until `Retry-After`, or by default half a
 * minute for the rate and an hour for the quota, whose period the interface does not show.
 */
export function suspendedUntilMs(
  { code, retryAfterSeconds }: { code: ErrorCode; retryAfterSeconds?: number | undefined },
  nowMs: number,
): number | null {
  switch (code) {
    case "service_key_refused":
      return Number.POSITIVE_INFINITY;
    case "service_subscription":
      return startOfDayMs(toUtcDate(nowMs).firstDayOfNextMonth);
    case "service_quota_spent":
      return nowMs + (retryAfterSeconds ?? QUOTA_WAIT_SECONDS) * 1000;
    case "service_rate_limited":
      return nowMs + (retryAfterSeconds ?? RATE_WAIT_SECONDS) * 1000;
    case "service_failed":
      return retryAfterSeconds === undefined ? null : nowMs + retryAfterSeconds * 1000;
    default:
      return null;
  }
}
