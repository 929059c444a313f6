import { afterEach, expect, test, vi } from "vitest";
import { createVisitorOf } from "@/lib/http/visitor-ip";
import { PEER_HEADER } from "@/lib/platform/request-facts";

const warn = vi.hoisted(() => vi.fn());
vi.mock("@/lib/platform/log", () => ({ log: () => ({ warn }) }));

afterEach(() => {
  warn.mockClear();
});

function ask(visitorOf: (headers: Headers) => string, peer: string, forwarded: string) {
  return visitorOf(new Headers({ [PEER_HEADER]: peer, "x-forwarded-for": forwarded }));
}

test("an untrusted proxy is reported once, and still not trusted", () => {
  const visitorOf = createVisitorOf({ kind: "none" });
  expect(ask(visitorOf, "127.0.0.1", "198.51.100.1")).toBe("127.0.0.1");
  expect(ask(visitorOf, "10.0.0.2", "198.51.100.2")).toBe("10.0.0.2");
  expect(warn).toHaveBeenCalledTimes(1);
});

test.each([
  ["a visitor without a proxy", "127.0.0.1", "127.0.0.1"],
  ["a stranger who makes up a header", "203.0.113.9", "198.51.100.1"],
])("%s is not reported", (_, peer, forwarded) => {
  ask(createVisitorOf({ kind: "none" }), peer, forwarded);
  expect(warn).not.toHaveBeenCalled();
});

test("a trusted proxy is not reported", () => {
  expect(ask(createVisitorOf({ kind: "hops", count: 1 }), "10.0.0.2", "198.51.100.1")).toBe(
    "198.51.100.1",
  );
  expect(warn).not.toHaveBeenCalled();
});
