import { expect, test } from "vitest";
import { createHourlyCounts, OTHER_KEYS } from "@/lib/platform/hourly-counts";

const HOUR_MS = 3_600_000;

function aCount() {
  let nowMs = Date.UTC(2026, 10, 20, 12, 30);
  const counts = createHourlyCounts({ clock: () => nowMs });
  const total = () => Object.fromEntries(counts.total().counts);
  return {
    ...counts,
    counts: total,
    pass: (ms: number) => {
      nowMs += ms;
      return nowMs;
    },
  };
}

test("events are counted for 24 hours", () => {
  const { add, pass, counts, total } = aCount();
  const startedAtMs = pass(0);
  add("a");
  pass(HOUR_MS);
  add("a");
  add("b");
  expect(counts()).toEqual({ a: 2, b: 1 });
  expect(total().sinceMs).toBe(startedAtMs);
  pass(23 * HOUR_MS);
  expect(counts()).toEqual({ a: 1, b: 1 });
  pass(HOUR_MS);
  add("c");
  expect(counts()).toEqual({ c: 1 });
  const nowMs = pass(0);
  expect(nowMs - total().sinceMs).toBeLessThanOrEqual(24 * HOUR_MS);
});

test("any number of keys takes limited memory", () => {
  const { add, counts } = aCount();
  for (let key = 0; key < 1_500; key += 1) add(`host-${key}.example`);
  add("host-0.example");
  expect(Object.keys(counts())).toHaveLength(1_001);
  expect(counts()).toMatchObject({ "host-0.example": 2, [OTHER_KEYS]: 500 });
});
