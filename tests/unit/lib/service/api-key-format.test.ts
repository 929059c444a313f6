import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { containsApiKey, createApiKey, isApiKey, shownPrefix } from "@/lib/service/api-key-format";

test("a key has the prefix, 36 characters, and a checksum", () => {
  const keys = Array.from({ length: 1_000 }, () => createApiKey(randomBytes));
  for (const key of keys) {
    expect(key).toMatch(/^vt_live_[0-9A-Za-z]{36}$/);
    expect(isApiKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(1_000);
});

test("the checksum is CRC-32 in base 62", () => {
  const key = createApiKey((count) => new Uint8Array(count));
  // `crc32("vt_live_" + "0" × 30)` by another implementation, in base 62.
  expect(key).toBe(`vt_live_${"0".repeat(30)}10pH9O`);
});

test("bytes that would make some characters likelier are dropped", () => {
  const offered = [255, 248, 61, 0];
  const key = createApiKey((count) =>
    Uint8Array.from({ length: count }, (_, i) => offered[i % 4] ?? 0),
  );
  expect(key.slice(8, 38)).toBe("z0".repeat(15));
});

test("any single changed character is detected", () => {
  const key = createApiKey(randomBytes);
  for (let i = 0; i < key.length; i += 1) {
    const other = key[i] === "a" ? "b" : "a";
    expect(isApiKey(key.slice(0, i) + other + key.slice(i + 1))).toBe(false);
  }
});

test.each(["", "vt_live_", "vt_live_short", "VT_LIVE_"])("%j is not a key", (text) => {
  expect(isApiKey(text)).toBe(false);
});

test("a key is found inside a text, and shown by its beginning", () => {
  const key = createApiKey(randomBytes);
  expect(containsApiKey(`?q=sea&key=${key}&count=2`)).toBe(true);
  expect(containsApiKey("?q=vt_live_ports")).toBe(false);
  expect(shownPrefix(key)).toBe(key.slice(0, 12));
});
