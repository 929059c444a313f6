import { expect, test } from "vitest";
import { startsOfDates } from "@/lib/core/image/taken-dates";

const startsOf = (...dates: (string | undefined)[]) =>
  startsOfDates(
    dates.map((takenAt, rank) => ({
      id: `p${rank}`,
      file: { name: "", format: "jpeg", sizeBytes: 1, ...(takenAt && { takenAt }) },
    })),
  );

test("pictures are grouped by day, month or year, as far as each states its date", () => {
  expect(
    startsOf(
      ...["2025-07-12T23:59:59", "2025-07-12T00:00:00", "2025-07-12", "2025-07-11", "2025-07"],
      ...["2025-07", "2025", undefined, undefined],
    ),
  ).toEqual([
    ["p0", "2025-07-12"],
    ["p3", "2025-07-11"],
    ["p4", "2025-07"],
    ["p6", "2025"],
    ["p7", ""],
  ]);
});

test("pictures without any date are a group", () => {
  expect(startsOf(undefined, undefined)).toEqual([["p0", ""]]);
  expect(startsOfDates([{ id: "remote" }])).toEqual([["remote", ""]]);
  expect(startsOf()).toEqual([]);
});
