import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type CircuitBreakerState, createCircuitBreaker } from "@/lib/gallery/circuit-breaker";
import { NothingSent, wasNothingSent } from "@/lib/gallery/service-error";
import { AppError } from "@/lib/platform/errors";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000_000, toFake: ["Date"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const fails =
  (code: "service_failed" | "service_timeout" = "service_failed") =>
  async () => {
    throw new AppError(code, "", { serviceSaid: "down for repair" });
  };
const unreachable = async () => {
  throw new AppError("service_unreachable", "", { cause: new NothingSent("ECONNREFUSED") });
};
const works = async () => "answer";

function aBreaker() {
  const states: CircuitBreakerState[] = [];
  let calls = 0;
  const breaker = createCircuitBreaker({ onStateChange: (state) => states.push(state) });
  const attempt = async (call: () => Promise<string>) => {
    const counted = () => {
      calls += 1;
      return call();
    };
    return breaker.run(counted).catch((cause: unknown) => cause as AppError);
  };
  return { breaker, states, attempt, callCount: () => calls };
}

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

test("five failures in a row open the circuit; calls then fail with the reason and Retry-After", async () => {
  const { breaker, attempt, callCount } = aBreaker();
  for (let index = 0; index < 5; index += 1) await attempt(fails());
  expect([breaker.state(), callCount()]).toEqual(["open", 5]);
  const refusal = await attempt(works);
  expect(refusal).toMatchObject({
    code: "service_failed",
    retryAfterSeconds: 30,
  });
  // The service's text may be about another visitor's search.
  expect((refusal as AppError).serviceSaid).toBeUndefined();
  expect([callCount(), wasNothingSent(refusal)]).toEqual([5, true]);
  expect(breaker.refusal()).toMatchObject({ code: "service_failed" });
});

test("a call that succeeds resets the count of failures, at any pace", async () => {
  const { breaker, attempt } = aBreaker();
  for (let index = 0; index < 40; index += 1) {
    await attempt(index % 5 === 4 ? works : fails());
    pass(1000);
  }
  expect(breaker.state()).toBe("closed");
  for (let index = 0; index < 5; index += 1) {
    await attempt(fails());
    pass(3_600_000);
  }
  expect(breaker.trouble()).not.toBeNull();
});

test("after the cooldown one probe decides: success closes the circuit, failure doubles the cooldown", async () => {
  const { breaker, states, attempt, callCount } = aBreaker();
  for (let index = 0; index < 5; index += 1) await attempt(fails());
  pass(30_000);
  expect(breaker.refusal()).toBeNull();
  await attempt(fails());
  expect(callCount()).toBe(6);
  pass(59_000);
  await attempt(works);
  expect(callCount()).toBe(6);
  pass(1000);
  expect(await attempt(works)).toBe("answer");
  expect(await attempt(works)).toBe("answer");
  expect(states).toEqual(["open", "half-open", "open", "half-open", "closed"]);
});

test("concurrent calls in the half-open state make one probe", async () => {
  const { attempt, callCount } = aBreaker();
  for (let index = 0; index < 5; index += 1) await attempt(fails());
  pass(30_000);
  await Promise.all(Array.from({ length: 16 }, () => attempt(fails())));
  expect(callCount()).toBe(6);
});

test("an hour of failures costs a dozen calls at most; an unreachable service is probed more often", async () => {
  const paid = aBreaker();
  const free = aBreaker();
  for (let second = 0; second < 3600; second += 10) {
    await paid.attempt(fails("service_timeout"));
    pass(10_000);
  }
  expect(paid.callCount()).toBeLessThanOrEqual(12);
  for (let index = 0; index < 5; index += 1) await free.attempt(unreachable);
  pass(3_600_000);
  await free.attempt(unreachable);
  pass(120_000);
  expect(await free.attempt(works)).toBe("answer");
});

test("refusals, limits and internal errors are not failures of the service", async () => {
  const { breaker, attempt } = aBreaker();
  for (const code of ["service_key_refused", "service_rate_limited", "service_refused"] as const) {
    for (let index = 0; index < 10; index += 1) {
      await attempt(async () => {
        throw new AppError(code, "");
      });
    }
  }
  for (let index = 0; index < 10; index += 1) {
    await attempt(async () => {
      throw new TypeError("ours");
    });
  }
  expect(breaker.state()).toBe("closed");
});

test("a call is retried once, only if nothing was sent", async () => {
  const refused = aBreaker();
  await refused.attempt(unreachable);
  expect(refused.callCount()).toBe(2);
  const sent = aBreaker();
  await sent.attempt(fails("service_timeout"));
  expect(sent.callCount()).toBe(1);
});

test("an operator closes the circuit, and five failures open it again", async () => {
  const { breaker, states, attempt, callCount } = aBreaker();
  breaker.reset();
  expect(breaker.trouble()).toBeNull();
  for (let index = 0; index < 5; index += 1) await attempt(fails());
  expect(breaker.trouble()).toEqual({ code: "service_failed", retryAtMs: Date.now() + 30_000 });
  breaker.reset();
  expect([breaker.state(), breaker.trouble(), breaker.refusal()]).toEqual(["closed", null, null]);
  expect(await attempt(works)).toBe("answer");
  for (let index = 0; index < 5; index += 1) await attempt(fails("service_timeout"));
  expect(breaker.trouble()).toMatchObject({ code: "service_timeout" });
  expect([callCount(), states]).toEqual([11, ["open", "closed", "open"]]);
});
