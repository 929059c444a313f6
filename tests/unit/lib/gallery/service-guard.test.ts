import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createCircuitBreaker } from "@/lib/gallery/circuit-breaker";
import { guardService } from "@/lib/gallery/service-guard";
import { AppError } from "@/lib/platform/errors";
import { openDatabase } from "@/lib/state/sqlite/database";
import { createSqliteSuspensions } from "@/lib/state/suspensions";
import { createTestClock } from "@/tests/support/paid-gallery";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const SERVICE = "fingerprint";
const { signal } = new AbortController();

/** A guard in front of a service that fails with `errors` in turn, then answers. */
function aGuard(errors: AppError[]) {
  const database = openDatabase(join(temporaryFolder(), "vitrine.db"));
  onTestFinished(() => {
    database.close();
  });
  const suspensions = createSqliteSuspensions(database);
  const clock = createTestClock();
  const calls: string[] = [];
  const guarded = guardService({
    service: {
      search: async () => {
        const error = errors.shift();
        if (error !== undefined) throw error;
        return { items: [], droppedCount: 0 };
      },
    },
    fingerprint: SERVICE,
    suspensions,
    breaker: createCircuitBreaker(),
    onCall: ({ outcome }) => calls.push(outcome),
    onFailure: (cause) => {
      throw cause;
    },
    clock: clock.nowMs,
  });
  const outcome = () =>
    guarded.search({ q: "sea" }, { signal }).then(
      () => "answer",
      ({ code, retryAfterSeconds }) => `${code} ${retryAfterSeconds}`,
    );
  return { outcome, suspensions, clock, calls };
}

test("an open circuit refuses calls, and does not suspend the service for other processes", async () => {
  const failures = Array.from({ length: 5 }, () => new AppError("service_failed", "status 500"));
  const { outcome, suspensions, calls } = aGuard(failures);
  for (let index = 0; index < 5; index += 1) await outcome();
  expect(await outcome()).toBe("service_failed 30");
  expect(calls).toHaveLength(5);
  expect(await suspensions.find(SERVICE)).toBeNull();
});

test("a probe that fails with a short Retry-After suspends for that time, not for the probe's", async () => {
  const limit = (retryAfterSeconds: number) =>
    new AppError("service_rate_limited", "status 429", { retryAfterSeconds });
  const { outcome, clock } = aGuard([limit(30), limit(1)]);
  expect(await outcome()).toBe("service_rate_limited 30");
  clock.pass(30_000);
  expect(await outcome()).toBe("service_rate_limited 1");
  clock.pass(1000);
  expect(await outcome()).toBe("answer");
});

test("a probe that times out leaves the suspension to the next probe", async () => {
  const { outcome, clock, calls } = aGuard([
    new AppError("service_key_refused", "status 401"),
    new AppError("service_timeout", "too late"),
    new AppError("service_key_refused", "status 401"),
  ]);
  expect(await outcome()).toBe("service_key_refused 900");
  clock.pass(900_000);
  expect(await outcome()).toBe("service_timeout undefined");
  expect(await outcome()).toBe("service_key_refused 15");
  clock.pass(15_000);
  expect(await outcome()).toBe("service_key_refused 1800");
  expect(calls).toHaveLength(3);
});
