import { expect, test } from "vitest";
import { readRetryAfter } from "@/lib/protocol/read-failure";

const NOW_MS = Date.parse("2026-03-04T05:06:07Z");

test.each([
  ["1", 1],
  ["17", 17],
  [" 17 ", 17],
  ["0", 1],
  ["3600", 3600],
  ["3601", 3600],
  ["99999999999999999999", 3600],
  ["Wed, 04 Mar 2026 05:07:07 GMT", 60],
  ["Wednesday, 04-Mar-26 05:07:07 GMT", 60],
  ["Wed Mar  4 05:07:07 2026", 60],
  ["Wed, 04 Mar 2026 05:06:07 GMT", 1],
  ["Sun, 06 Nov 1994 08:49:37 GMT", 1],
  ["Thu, 04 Mar 2027 05:06:07 GMT", 3600],
])("%j means %i seconds", (header, seconds) => {
  expect(readRetryAfter(header, NOW_MS)).toBe(seconds);
});

test.each([
  null,
  "",
  " ",
  "-5",
  "+5",
  "1e9",
  "1.5",
  "0x10",
  "soon",
  "5 seconds",
  "2026-03-04",
  "Wed",
  "Wed, 99 Foo 2026 99:99:99 GMT",
  "9".repeat(100_000),
])("%j can't be read", (header) => {
  expect(readRetryAfter(header, NOW_MS)).toBeNull();
});
