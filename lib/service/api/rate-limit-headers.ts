import "server-only";
import type { KeyLimits } from "@/lib/state/account-state";

const DAY_SECONDS = 86_400;

/**
 * Returns the headers `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10):
 * the monthly quota and the rate limit, what remains of each, and when each resets. The quota's
 * window is 31 days, the longest month.
 */
export function rateLimitHeaders(limits: KeyLimits): Record<string, string> {
  const { plan, usedThisMonth, monthEndsInSeconds, burstRemaining, burstFullInSeconds } = limits;
  const remaining = Math.max(0, plan.searchesPerMonth - usedThisMonth);
  const windowSeconds = Math.max(1, Math.ceil(plan.burst / plan.requestsPerSecond));
  return {
    "ratelimit-policy": `"month";q=${plan.searchesPerMonth};w=${31 * DAY_SECONDS}, "rate";q=${plan.burst};w=${windowSeconds}`,
    ratelimit: `"month";r=${remaining};t=${monthEndsInSeconds}, "rate";r=${burstRemaining};t=${burstFullInSeconds}`,
  };
}
