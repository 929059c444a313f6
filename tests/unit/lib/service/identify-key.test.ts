import { expect, test } from "vitest";
import { hasKeyInUrl, presentedKey } from "@/lib/service/identify-key";

test.each([
  [{ "x-api-key": "k1" }, "k1"],
  [{ authorization: "Bearer k1" }, "k1"],
  [{ authorization: "bearer   k1" }, "k1"],
  [{ "x-api-key": "k1", authorization: "Bearer k1" }, "k1"],
  [{ "x-api-key": "k1", authorization: "Basic k2" }, "k1"],
])("%j carries %s", (headers, key) => {
  expect(presentedKey(new Headers(headers))).toBe(key);
});

test.each([
  {},
  { "x-api-key": "k1", authorization: "Bearer k2" },
  { authorization: "Basic k1" },
  { "x-api-key": "k1", authorization: "Bearer" },
])("%j carries no key", (headers) => {
  expect(presentedKey(new Headers(headers))).toBeNull();
});

test.each([
  ["/v1/search?q=sea&key=k1", true],
  ["/v1/search?api_key=k1", true],
  ["/v1/search?q=vt_live_0123456789abcdefghijABCDEFGHIJ012345", true],
  ["/v1/search?q=what?key=1", false],
  ["/v1/search?q=key%3Dk1", false],
])("%s has a key in its URL: %s", (target, hasKey) => {
  expect(hasKeyInUrl(target)).toBe(hasKey);
});
