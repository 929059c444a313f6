import { expect, test } from "vitest";
import { suspendedUntilMs } from "@/lib/core/suspension";

const NOW = Date.UTC(2026, 10, 20, 12);

test.each([
  [
    "a refused key suspends indefinitely",
    { code: "service_key_refused" },
    Number.POSITIVE_INFINITY,
  ],
  [
    "a subscription problem suspends until the next month",
    { code: "service_subscription" },
    Date.UTC(2026, 11, 1),
  ],
  ["a spent quota suspends for an hour", { code: "service_quota_spent" }, NOW + 3_600_000],
  [
    "a spent quota suspends for the service's Retry-After",
    { code: "service_quota_spent", retryAfterSeconds: 60 },
    NOW + 60_000,
  ],
  ["a rate limit suspends for half a minute", { code: "service_rate_limited" }, NOW + 30_000],
  [
    "a rate limit suspends for the service's Retry-After",
    { code: "service_rate_limited", retryAfterSeconds: 7 },
    NOW + 7_000,
  ],
  [
    "a failure with Retry-After suspends",
    { code: "service_failed", retryAfterSeconds: 120 },
    NOW + 120_000,
  ],
  ["a failure without Retry-After does not suspend", { code: "service_failed" }, null],
  ["a refused search does not suspend", { code: "service_refused" }, null],
  ["a timeout does not suspend", { code: "service_timeout", retryAfterSeconds: 9 }, null],
] as const)("%s", (_, failure, untilMs) => {
  expect(suspendedUntilMs(failure, NOW)).toBe(untilMs);
});
