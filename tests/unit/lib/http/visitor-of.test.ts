import { afterEach, expect, test, vi } from "vitest";
import { createVisitorOf } from "@/lib/http/visitor-ip";

const warn = vi.hoisted(() => vi.fn());
vi.mock("@/lib/platform/log", () => ({ log: () => ({ warn }) }));

afterEach(() => {
  warn.mockClear();
});

test("an untrusted proxy is reported once, and still not trusted", () => {
  const visitorOf = createVisitorOf({ kind: "none" });
  const hops = { peer: "127.0.0.1", forwardedFor: "198.51.100.1" };
  expect(visitorOf(hops)).toBe("127.0.0.1");
  expect(visitorOf({ peer: "10.0.0.2", forwardedFor: "198.51.100.2" })).toBe("10.0.0.2");
  expect(warn).toHaveBeenCalledTimes(1);
});

test.each([
  ["a visitor without a proxy", "127.0.0.1", undefined],
  ["a stranger who makes up a header", "203.0.113.9", "198.51.100.1"],
])("%s is not reported", (_, peer, forwardedFor) => {
  createVisitorOf({ kind: "none" })({ peer, forwardedFor });
  expect(warn).not.toHaveBeenCalled();
});

test("a trusted proxy is not reported", () => {
  const hops = { peer: "10.0.0.2", forwardedFor: "198.51.100.1" };
  expect(createVisitorOf({ kind: "hops", count: 1 })(hops)).toBe("198.51.100.1");
  expect(warn).not.toHaveBeenCalled();
});
