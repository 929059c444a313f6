import { expect, test } from "vitest";
import { isSameKey, presentedKey } from "@/lib/service/presented-key";

test.each([
  [{ "x-api-key": "k1" }, "k1"],
  [{ authorization: "Bearer k1" }, "k1"],
  [{ authorization: "bearer   k1" }, "k1"],
  [{ "x-api-key": "k1", authorization: "Bearer k1" }, "k1"],
])("%j carries %s", (headers, key) => {
  expect(presentedKey(new Headers(headers))).toBe(key);
});

test.each([
  {},
  { "x-api-key": "k1", authorization: "Bearer k2" },
  { "x-api-key": "k1", authorization: "Basic k1" },
])("%j carries no key", (headers) => {
  expect(presentedKey(new Headers(headers))).toBeNull();
});

test("keys are the same only in full", () => {
  expect(isSameKey("a-long-key", "a-long-key")).toBe(true);
  for (const other of ["", "a-long-ke", "a-long-key2", "A-long-key", "a-long-kéy"]) {
    expect(isSameKey(other, "a-long-key")).toBe(false);
  }
});
