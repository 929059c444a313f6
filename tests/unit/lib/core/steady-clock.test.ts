import fc from "fast-check";
import { expect, test } from "vitest";
import { createSteadyClock } from "@/lib/core/steady-clock";

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
    leap(ms: number) {
      readings.wall += ms;
    },
    wall: () => readings.wall,
  };
}

test("without leaps it is the wall clock", () => {
  const clock = aClock();
  clock.pass(5 * MINUTE_MS);
  expect(clock.now()).toBe(clock.wall());
  clock.leap(1500);
  expect(clock.now()).toBe(clock.wall());
});

test("a leap ahead that is taken back within ten minutes was never there", () => {
  const clock = aClock();
  const before = clock.now();
  clock.leap(40 * 24 * 60 * MINUTE_MS);
  expect(clock.now()).toBe(before);
  clock.pass(9 * MINUTE_MS);
  expect(clock.now()).toBe(before + 9 * MINUTE_MS);
  clock.leap(-40 * 24 * 60 * MINUTE_MS);
  clock.pass(MINUTE_MS);
  expect(clock.now()).toBe(before + 10 * MINUTE_MS);
});

test("a leap ahead that lasts is believed", () => {
  const clock = aClock();
  clock.leap(24 * 60 * MINUTE_MS);
  clock.now();
  clock.pass(10 * MINUTE_MS);
  expect(clock.now()).toBe(clock.wall());
});

test("after a leap back it runs on, and meets the wall clock when that leaps forward again", () => {
  const clock = aClock();
  const before = clock.now();
  clock.leap(-60 * MINUTE_MS);
  clock.pass(3 * MINUTE_MS);
  expect(clock.now()).toBe(before + 3 * MINUTE_MS);
  clock.leap(60 * MINUTE_MS);
  clock.pass(MINUTE_MS);
  expect(clock.now()).toBe(clock.wall());
});

test("it never goes back", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20 * MINUTE_MS), fc.integer())), (steps) => {
      const clock = aClock();
      let latest = clock.now();
      for (const [passedMs, leapMs] of steps) {
        clock.pass(passedMs);
        clock.leap(leapMs);
        const now = clock.now();
        expect(now).toBeGreaterThanOrEqual(latest);
        latest = now;
      }
    }),
  );
});
