import { expect, test } from "vitest";
import { suspendedUntilMs } from "@/lib/core/suspension";

const NOW = Date.UTC(2026, 10, 20, 12);

test.each([
  ["a refused key closes for good", { code: "service_key_refused" }, Number.POSITIVE_INFINITY],
  [
    "a subscription closes until the month turns",
    { code: "service_subscription" },
    Date.UTC(2026, 11, 1),
  ],
  ["a spent quota closes for an hour", { code: "service_quota_spent" }, NOW + 3_600_000],
  [
    "a spent quota closes for as long as the service says",
    { code: "service_quota_spent", retryAfterSeconds: 60 },
    NOW + 60_000,
  ],
  ["a rate limit closes for half a minute", { code: "service_rate_limited" }, NOW + 30_000],
  [
    "a rate limit closes for as long as the service says",
    { code: "service_rate_limited", retryAfterSeconds: 7 },
    NOW + 7_000,
  ],
  [
    "a failure closes if the service says for how long",
    { code: "service_failed", retryAfterSeconds: 120 },
    NOW + 120_000,
  ],
  ["a failure alone closes nothing", { code: "service_failed" }, null],
  ["a refused search closes nothing", { code: "service_refused" }, null],
  ["a timeout closes nothing", { code: "service_timeout", retryAfterSeconds: 9 }, null],
] as const)("%s", (_, failure, untilMs) => {
  expect(suspendedUntilMs(failure, NOW)).toBe(untilMs);
});
