import { expect, test } from "vitest";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import { recordLog } from "@/tests/support/recorded-log";

test("an untrusted proxy is reported once, and still not trusted", () => {
  const logged = recordLog();
  const visitorOf = createVisitorOf({ kind: "none" });
  const hops = { peer: "127.0.0.1", forwardedFor: "198.51.100.1" };
  expect(visitorOf(hops)).toBe("127.0.0.1");
  expect(visitorOf({ peer: "10.0.0.2", forwardedFor: "198.51.100.2" })).toBe("10.0.0.2");
  expect(logged).toHaveLength(1);
});

test.each([
  ["a visitor without a proxy", "127.0.0.1", undefined],
  ["a stranger who makes up a header", "203.0.113.9", "198.51.100.1"],
])("%s is not reported", (_, peer, forwardedFor) => {
  const logged = recordLog();
  createVisitorOf({ kind: "none" })({ peer, forwardedFor });
  expect(logged).toEqual([]);
});

test("a trusted proxy is not reported", () => {
  const logged = recordLog();
  const hops = { peer: "10.0.0.2", forwardedFor: "198.51.100.1" };
  expect(createVisitorOf({ kind: "hops", count: 1 })(hops)).toBe("198.51.100.1");
  expect(logged).toEqual([]);
});
