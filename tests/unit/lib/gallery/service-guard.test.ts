import { expect, test } from "vitest";
import { NothingSent } from "@/lib/gallery/service-error";
import { pauseAfter } from "@/lib/gallery/service-guard";
import { AppError } from "@/lib/platform/errors";

const PROBED = {
  code: "service_key_refused",
  pausedUntilMs: 0,
  durationMs: 900_000,
  retryAfterSeconds: 1,
};

test("some responses of the service pause it, and the error says for how long", () => {
  const limit = new AppError("service_rate_limited", "status 429", {
    retryAfterSeconds: 30,
    serviceSaid: "Slow down.",
  });
  expect(pauseAfter(limit, null)).toMatchObject({
    error: { code: "service_rate_limited", retryAfterSeconds: 30, serviceSaid: "Slow down." },
    pause: { code: "service_rate_limited", durationMs: 30_000, wasProbe: false },
  });
});

test("a probe that fails the same way doubles the pause", () => {
  const refused = new AppError("service_key_refused", "status 401");
  expect(pauseAfter(refused, null).pause).toMatchObject({ durationMs: 900_000 });
  expect(pauseAfter(refused, PROBED)).toMatchObject({
    error: { retryAfterSeconds: 1800 },
    pause: { durationMs: 1_800_000, wasProbe: true },
  });
});

test.each([
  ["a timeout", new AppError("service_timeout", "too late")],
  ["a bug of ours", new TypeError("ours")],
  [
    "an open circuit",
    new AppError("service_failed", "the circuit is open", {
      cause: new NothingSent("open"),
      retryAfterSeconds: 30,
    }),
  ],
])("%s pauses nothing", (_, cause) => {
  expect(pauseAfter(cause, PROBED).pause).toBeNull();
});
