import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SearchQuery } from "@/lib/contract/search-query";
import { formatSearchQuery, normaliseWords, parseSearchQuery } from "@/lib/core/search-query";

function parse(text: string, options = {}) {
  return parseSearchQuery(new URLSearchParams(text), options);
}

function queryOf(text: string): SearchQuery {
  const parsed = parse(text);
  if (!parsed.isValid) throw new Error(JSON.stringify(parsed.problems));
  return parsed.query;
}

function pathsOf(text: string, options = {}): string[] {
  const parsed = parse(text, options);
  return parsed.isValid ? [] : parsed.problems.map(({ path }) => path);
}

const anyQuery: fc.Arbitrary<SearchQuery> = fc.record({
  q: fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
    .map(normaliseWords)
    .filter((q) => q !== ""),
  count: fc.integer({ min: 1, max: 100 }),
  safesearch: fc.constantFrom("strict", "moderate"),
  transparent: fc.boolean(),
  site: fc.constantFrom(null, "example.com", "a.b-c.example", "xn--bcher-kva.example"),
});

describe("the address of a search", () => {
  test("written and read again is the same search", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        expect(queryOf(formatSearchQuery(query))).toEqual(query);
      }),
    );
  });

  test("leaves defaults out, so that one question has one address", () => {
    expect(formatSearchQuery(queryOf("q=sea&count=24&safesearch=strict&transparent=false"))).toBe(
      "q=sea",
    );
  });
});

describe("reading", () => {
  test("says everything that is wrong at once", () => {
    expect(
      pathsOf("count=0&safesearch=off&transparent=yes&site=a/b&page=2&sort=new&count=1").sort(),
    ).toEqual(["count", "count", "page", "q", "safesearch", "site", "sort", "transparent"]);
  });

  test("pages may carry more than the search", () => {
    expect(pathsOf("q=sea&image=abc", { ignoreUnknown: true })).toEqual([]);
    expect(pathsOf("q=sea&image=abc")).toEqual(["image"]);
  });

  test.each(["0", "-1", "101", "1.5", "1e1", "", " 5", "０", "99999999999999999999"])(
    "count=%j is refused",
    (count) => {
      expect(pathsOf(`q=sea&count=${encodeURIComponent(count)}`)).toEqual(["count"]);
    },
  );

  test.each([1, 100])("count=%i is allowed", (count) => {
    expect(queryOf(`q=sea&count=${count}`).count).toBe(count);
  });

  test("words are the same question however their accents and spaces are written", () => {
    expect(queryOf(`q=${encodeURIComponent("  cafe\u0301 \n noir ")}`).q).toBe("caf\u00e9 noir");
  });

  test("200 characters are a search, 201 are not, an owl being one character", () => {
    expect(pathsOf(`q=${encodeURIComponent("🦉".repeat(200))}`)).toEqual([]);
    expect(pathsOf(`q=${encodeURIComponent("🦉".repeat(201))}`)).toEqual(["q"]);
  });

  test("an empty site is no filter", () => {
    expect(queryOf("q=sea&site=").site).toBeNull();
  });

  test("a hundred thousand characters anywhere are refused, not chewed", () => {
    const long = "x".repeat(100_000);
    const text = `q=${long}&count=${long}&safesearch=${long}&transparent=${long}&site=${long}&${long}=1`;
    expect(pathsOf(text)).toHaveLength(6);
  });
});
