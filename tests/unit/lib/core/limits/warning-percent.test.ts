import { expect, test } from "vitest";
import { reachedPercent } from "@/lib/core/limits/warning-percent";

test.each([
  { limit: 250, first80: 200 },
  { limit: 7, first80: 6 },
  { limit: 1, first80: 1 },
])("80 and 100 %% of $limit are reached with the search that makes them true", (row) => {
  const { limit, first80 } = row;
  const reached = Array.from({ length: limit + 2 }, (_, used) => reachedPercent(used, limit));
  expect(reached.findIndex((percent) => percent >= 80)).toBe(first80);
  expect(reached.indexOf(100)).toBe(limit);
  expect(reached.at(-1)).toBe(100);
});

test("a limit of 0 needs no warning", () => {
  expect(reachedPercent(0, 0)).toBe(0);
});
