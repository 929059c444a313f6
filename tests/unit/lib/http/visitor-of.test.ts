import { afterEach, expect, test, vi } from "vitest";
import { createVisitorOf } from "@/lib/http/visitor-ip";

const warn = vi.hoisted(() => vi.fn());
vi.mock("@/lib/platform/log", () => ({ log: () => ({ warn }) }));

afterEach(() => {
  warn.mockClear();
});

test("an untrusted proxy is reported once, and still not trusted", () => {
  const visitorOf = createVisitorOf({ kind: "none" });
  expect(visitorOf("127.0.0.1", "198.51.100.1")).toBe("127.0.0.1");
  expect(visitorOf("10.0.0.2", "198.51.100.2")).toBe("10.0.0.2");
  expect(warn).toHaveBeenCalledTimes(1);
});

test.each([
  ["a visitor without a proxy", "127.0.0.1", null],
  ["a stranger who makes up a header", "203.0.113.9", "198.51.100.1"],
])("%s is not reported", (_, peer, forwarded) => {
  createVisitorOf({ kind: "none" })(peer, forwarded);
  expect(warn).not.toHaveBeenCalled();
});

test("a trusted proxy is not reported", () => {
  expect(createVisitorOf({ kind: "hops", count: 1 })("10.0.0.2", "198.51.100.1")).toBe(
    "198.51.100.1",
  );
  expect(warn).not.toHaveBeenCalled();
});
