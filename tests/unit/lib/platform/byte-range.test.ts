import { expect, test } from "vitest";
import { decideRange } from "@/lib/platform/validators";

test.each([
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=10-19", { start: 10, end: 19 }],
  ["bytes=90-", { start: 90, end: 99 }],
  ["bytes=90-1000", { start: 90, end: 99 }],
  ["bytes=-10", { start: 90, end: 99 }],
  ["bytes=-1000", { start: 0, end: 99 }],
  ["BYTES=5-6", { start: 5, end: 6 }],
])("%s is a part of 100 bytes", (header, range) => {
  expect(decideRange(header, 100)).toEqual(range);
});

test.each(["bytes=100-", "bytes=1000-2000", "bytes=-0"])(
  "%s asks for bytes that do not exist",
  (header) => {
    expect(decideRange(header, 100)).toBe("unsatisfiable");
  },
);

test.each([
  null,
  "",
  "bytes",
  "bytes=",
  "bytes=-",
  "bytes=9-5",
  "bytes=a-b",
  "bytes=0-1,4-5",
  "x=0-1",
])("%s is ignored", (header) => {
  expect(decideRange(header, 100)).toBe("whole");
});

test("an empty file has no satisfiable range", () => {
  expect(decideRange("bytes=0-", 0)).toBe("unsatisfiable");
  expect(decideRange("bytes=-5", 0)).toBe("unsatisfiable");
});
