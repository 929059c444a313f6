import fc from "fast-check";
import { expect, test } from "vitest";
import { createSteadyClock } from "@/lib/state/steady-clock";

const MINUTE_MS = 60_000;

function aClock() {
  const readings = { wall: 1_000_000_000_000, monotonic: 0 };
  const now = createSteadyClock({
    wallMs: () => readings.wall,
    monotonicMs: () => readings.monotonic,
  });
  return {
    now,
    pass(ms: number) {
      readings.wall += ms;
      readings.monotonic += ms;
    },
    jump(ms: number) {
      readings.wall += ms;
    },
    wall: () => readings.wall,
  };
}

test("without jumps it follows the wall clock", () => {
  const clock = aClock();
  clock.pass(5 * MINUTE_MS);
  expect(clock.now()).toBe(clock.wall());
  clock.jump(1500);
  expect(clock.now()).toBe(clock.wall());
});

test("a forward jump that is reverted within ten minutes is ignored", () => {
  const clock = aClock();
  const before = clock.now();
  clock.jump(40 * 24 * 60 * MINUTE_MS);
  expect(clock.now()).toBe(before);
  clock.pass(9 * MINUTE_MS);
  expect(clock.now()).toBe(before + 9 * MINUTE_MS);
  clock.jump(-40 * 24 * 60 * MINUTE_MS);
  clock.pass(MINUTE_MS);
  expect(clock.now()).toBe(before + 10 * MINUTE_MS);
});

test("a forward jump that lasts ten minutes is accepted", () => {
  const clock = aClock();
  clock.jump(24 * 60 * MINUTE_MS);
  clock.now();
  clock.pass(10 * MINUTE_MS);
  expect(clock.now()).toBe(clock.wall());
});

test("after a backward jump it keeps running, and follows the wall clock again after a forward jump", () => {
  const clock = aClock();
  const before = clock.now();
  clock.jump(-60 * MINUTE_MS);
  clock.pass(3 * MINUTE_MS);
  expect(clock.now()).toBe(before + 3 * MINUTE_MS);
  clock.jump(60 * MINUTE_MS);
  clock.pass(MINUTE_MS);
  expect(clock.now()).toBe(clock.wall());
});

test("it never runs backwards", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20 * MINUTE_MS), fc.integer())), (steps) => {
      const clock = aClock();
      let latest = clock.now();
      for (const [passedMs, jumpMs] of steps) {
        clock.pass(passedMs);
        clock.jump(jumpMs);
        const now = clock.now();
        expect(now).toBeGreaterThanOrEqual(latest);
        latest = now;
      }
    }),
  );
});
