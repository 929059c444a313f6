import { expect, test } from "vitest";
import { pauseMs } from "@/lib/gallery/pause-length";

const MINUTE_MS = 60_000;

test.each([
  ["a quota lasts an hour", { code: "service_quota_spent" }, 60 * MINUTE_MS],
  [
    "a quota lasts as long as the service says",
    { code: "service_quota_spent", retryAfterSeconds: 60 },
    MINUTE_MS,
  ],
  ["a rate limit lasts half a minute", { code: "service_rate_limited" }, 30_000],
  [
    "a rate limit lasts as long as the service says",
    { code: "service_rate_limited", retryAfterSeconds: 7 },
    7_000,
  ],
  [
    "a failure lasts as long as the service says",
    { code: "service_failed", retryAfterSeconds: 120 },
    120_000,
  ],
  ["a failure alone pauses nothing", { code: "service_failed" }, null],
  ["a refused search pauses nothing", { code: "service_refused" }, null],
  ["a refusal that the operator can end pauses nothing", { code: "picker_search_refused" }, null],
  ["a timeout pauses nothing", { code: "service_timeout", retryAfterSeconds: 9 }, null],
] as const)("%s", (_, failure, durationMs) => {
  expect(pauseMs(failure, null)).toBe(durationMs);
});

test.each(["service_key_refused", "service_subscription"] as const)(
  "%s is probed after 15 minutes, then after 30, then every hour",
  (code) => {
    const pauses: number[] = [];
    for (let probe = 0; probe < 4; probe += 1) {
      pauses.push(pauseMs({ code }, pauses.at(-1) ?? null) ?? 0);
    }
    expect(pauses.map((ms) => ms / MINUTE_MS)).toEqual([15, 30, 60, 60]);
  },
);

test("after a rate limit, a refused key starts with 15 minutes", () => {
  expect(pauseMs({ code: "service_key_refused" }, 30_000)).toBe(15 * MINUTE_MS);
});
