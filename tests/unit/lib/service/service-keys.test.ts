import { expect, test } from "vitest";
import { presentedKey } from "@/lib/service/service-keys";

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
