import { expect, test } from "vitest";
import { parseSite } from "@/lib/core/query/site";

test.each([
  ["example.com", "example.com"],
  [" Example.COM. ", "example.com"],
  ["bücher.example", "xn--bcher-kva.example"],
  ["a_b.example", "a_b.example"],
  ["localhost", "localhost"],
])("%j is parsed as host %s", (text, host) => {
  expect(parseSite(text)).toBe(host);
});

test.each([
  "",
  " ",
  ".",
  "http://example.com",
  "example.com/path",
  "example.com:80",
  "user@example.com",
  "*.example.com",
  "example.com?x",
  "example.com#x",
  "exam ple.com",
  "a..example",
  "-a.example",
  "127.0.0.1",
  "2130706433",
  "0x7f.1",
  "[::1]",
  "%31.example",
  `${"a".repeat(64)}.example`,
  `${"a.".repeat(130)}example`,
])("%j is rejected", (text) => {
  expect(parseSite(text)).toBeNull();
});
