import fc from "fast-check";
import { expect, test } from "vitest";
import { freshMsOf, keepMsOf } from "@/lib/gallery/answer-lifetime";

const POLICY = { freshMinutes: 30, staleHours: 24 };
const MINUTE_MS = 60_000;

test("an answer is fresh for the configured minutes, plus or minus 10 %", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 5, max: 60 }), (key, freshMinutes) => {
      const freshMs = freshMsOf({ key, isEmpty: false }, { ...POLICY, freshMinutes });
      expect(freshMs).toBeGreaterThanOrEqual(0.9 * freshMinutes * MINUTE_MS);
      expect(freshMs).toBeLessThanOrEqual(1.1 * freshMinutes * MINUTE_MS);
    }),
  );
});

test("one answer has one lifetime in every process; lifetimes of different answers spread over the 10 %", () => {
  const minutes = Array.from(
    { length: 1000 },
    (_, number) => freshMsOf({ key: `key-${number}`, isEmpty: false }, POLICY) / MINUTE_MS,
  );
  expect(freshMsOf({ key: "key-7", isEmpty: false }, POLICY) / MINUTE_MS).toBe(minutes[7]);
  const mean = minutes.reduce((sum, value) => sum + value, 0) / minutes.length;
  expect(mean).toBeGreaterThan(29.8);
  expect(mean).toBeLessThan(30.2);
  expect(minutes.filter((value) => value < 28).length).toBeGreaterThan(100);
  expect(minutes.filter((value) => value > 32).length).toBeGreaterThan(100);
});

test("an empty answer is fresh for five minutes and is never served stale", () => {
  const empty = { key: "k", isEmpty: true };
  expect(freshMsOf(empty, POLICY)).toBe(5 * MINUTE_MS);
  expect(keepMsOf(empty, POLICY)).toBe(5 * MINUTE_MS);
});

test("an answer is stored for the stale hours, and at least while it is fresh", () => {
  const answer = { key: "k", isEmpty: false };
  expect(keepMsOf(answer, POLICY)).toBe(24 * 60 * MINUTE_MS);
  expect(keepMsOf(answer, { ...POLICY, staleHours: 0 })).toBe(freshMsOf(answer, POLICY));
});
