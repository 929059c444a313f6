import { expect, test } from "vitest";
import { latencyBoundMs, shareWithinMs } from "@/lib/platform/latency";

test("a duration is counted by the next bound", () => {
  const bounds = [0, 1, 1.1, 180, 200, 61_000, 10 ** 7].map(latencyBoundMs);
  expect(bounds).toEqual([1, 1, 2, 200, 200, 600_000, 600_000]);
});

test("the share of durations within a bound", () => {
  const counts = [
    { withinMs: 500, count: 5 },
    { withinMs: 10, count: 90 },
    { withinMs: 5_000, count: 5 },
  ];
  expect(shareWithinMs(counts, 0.5)).toBe(10);
  expect(shareWithinMs(counts, 0.95)).toBe(500);
  expect(shareWithinMs(counts, 0.96)).toBe(5_000);
  expect(shareWithinMs([], 0.5)).toBeNull();
});
