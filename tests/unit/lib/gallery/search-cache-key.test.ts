import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import { normaliseText } from "@/lib/core/query/search-query";
import { searchCacheKey } from "@/lib/gallery/answer-cache";

const URL_A = "https://images.example";

const words = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.string());
const queries: fc.Arbitrary<SearchQuery> = fc.record({
  q: words,
  count: fc.integer({ min: 1, max: 100 }),
  safesearch: fc.constantFrom("strict", "moderate"),
  transparent: fc.boolean(),
  site: fc.option(fc.constantFrom("a.example", "null", "b.example")),
});

/** Returns what the service is sent, without differences that do not change the meaning. */
function meaningOf(query: SearchQuery): string {
  return JSON.stringify([
    normaliseText(query.q),
    query.count,
    query.safesearch,
    query.transparent,
    query.site,
  ]);
}

test("two queries have the same key exactly if they are equivalent", () => {
  fc.assert(
    fc.property(queries, queries, fc.boolean(), (one, other, isSame) => {
      const second = isSame ? { ...one, q: ` ${one.q}  ` } : other;
      const areEqual = searchCacheKey(one, URL_A).key === searchCacheKey(second, URL_A).key;
      expect(areEqual).toBe(meaningOf(one) === meaningOf(second));
    }),
  );
});

test("a changed part changes the key; a changed count keeps the family", () => {
  const query: SearchQuery = { ...DEFAULT_FILTERS, q: "red barn" };
  const { key, family } = searchCacheKey(query, URL_A);
  const others = [
    { ...query, q: "Red barn" },
    { ...query, q: "redbarn" },
    { ...query, safesearch: "moderate" as const },
    { ...query, transparent: true },
    { ...query, site: "a.example" },
  ].map((other) => searchCacheKey(other, URL_A));
  others.push(searchCacheKey(query, "https://other.example"));
  expect(new Set([key, ...others.map((other) => other.key)]).size).toBe(7);
  expect(new Set([family, ...others.map((other) => other.family)]).size).toBe(7);
  const larger = searchCacheKey({ ...query, count: 50 }, URL_A);
  expect([larger.key === key, larger.family === family]).toEqual([false, true]);
});

test("composed and decomposed letters, and any white space, count as equal", () => {
  const query = DEFAULT_FILTERS;
  expect(searchCacheKey({ ...query, q: "cafe\u0301\u00a0\n noir " }, URL_A)).toEqual(
    searchCacheKey({ ...query, q: "caf\u00e9 noir" }, URL_A),
  );
});

test("a key reveals nothing of the query", () => {
  const { key, family } = searchCacheKey({ ...DEFAULT_FILTERS, q: "secret" }, URL_A);
  expect(`${key} ${family}`).toMatch(/^[\w-]{43} [\w-]{43}$/);
});

test("a new parameter changes the key and the family", () => {
  const query = { ...DEFAULT_FILTERS, q: "barn" };
  const keys = [{}, { colour: "red" }, { colour: "blue" }, { licence: "red" }].map((added) =>
    searchCacheKey({ ...query, ...added } as SearchQuery, URL_A),
  );
  expect(new Set(keys.map(({ key }) => key)).size).toBe(4);
  expect(new Set(keys.map(({ family }) => family)).size).toBe(4);
});

test("the order of a query's properties does not matter", () => {
  const query = { ...DEFAULT_FILTERS, q: "barn", transparent: true, site: "a.example" };
  const reversed = Object.fromEntries(Object.entries(query).reverse()) as SearchQuery;
  expect(searchCacheKey(reversed, URL_A)).toEqual(searchCacheKey(query, URL_A));
});
