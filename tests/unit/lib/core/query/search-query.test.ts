import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SearchQuery } from "@/lib/contract/search-query";
import {
  formatSearchQuery,
  normaliseText,
  omitDefaults,
  parseSearchQuery,
} from "@/lib/core/query/search-query";

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
    .map(normaliseText)
    .filter((q) => q !== ""),
  count: fc.integer({ min: 1, max: 100 }),
  safesearch: fc.constantFrom("strict", "moderate"),
  transparent: fc.boolean(),
  site: fc.constantFrom(null, "example.com", "a.b-c.example", "xn--bcher-kva.example"),
});

describe("formatting a query", () => {
  test("format and parse are inverse functions", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        expect(queryOf(formatSearchQuery(query))).toEqual(query);
      }),
    );
  });

  test("omits defaults, so that each search has one URL", () => {
    expect(formatSearchQuery(queryOf("q=sea&count=24&safesearch=strict&transparent=false"))).toBe(
      "q=sea",
    );
  });
});

describe("parsing a query", () => {
  test("reports all problems at once", () => {
    expect(
      pathsOf("count=0&safesearch=off&transparent=yes&site=a/b&page=2&sort=new&count=1").sort(),
    ).toEqual(["count", "count", "page", "q", "safesearch", "site", "sort", "transparent"]);
  });

  test("ignores unknown parameters only for pages", () => {
    expect(pathsOf("q=sea&image=abc", { ignoreUnknown: true })).toEqual([]);
    expect(pathsOf("q=sea&image=abc")).toEqual(["image"]);
  });

  test.each(["0", "-1", "101", "1.5", "1e1", "", " 5", "０", "99999999999999999999"])(
    "rejects count=%j",
    (count) => {
      expect(pathsOf(`q=sea&count=${encodeURIComponent(count)}`)).toEqual(["count"]);
    },
  );

  test.each([1, 100])("accepts count=%i", (count) => {
    expect(queryOf(`q=sea&count=${count}`).count).toBe(count);
  });

  test("normalises composed characters and white space", () => {
    expect(queryOf(`q=${encodeURIComponent("  cafe\u0301 \n noir ")}`).q).toBe("caf\u00e9 noir");
  });

  test("accepts 200 characters and rejects 201, counted in code points", () => {
    expect(pathsOf(`q=${encodeURIComponent("🦉".repeat(200))}`)).toEqual([]);
    expect(pathsOf(`q=${encodeURIComponent("🦉".repeat(201))}`)).toEqual(["q"]);
  });

  test("treats an empty site as no filter", () => {
    expect(queryOf("q=sea&site=").site).toBeNull();
  });

  test("rejects 100,000 characters in any parameter", () => {
    const long = "x".repeat(100_000);
    const text = `q=${long}&count=${long}&safesearch=${long}&transparent=${long}&site=${long}&${long}=1`;
    expect(pathsOf(text)).toHaveLength(6);
  });
});

test.each([
  ["q=sea&safesearch=strict&site=&count=24", "q=sea"],
  ["q=sea&safesearch=strict&transparent=true&site=&count=10", "q=sea&count=10&transparent=true"],
  ["orientation=portrait&q=sea&site=", "q=sea&orientation=portrait"],
  ["q=sea", null],
  ["count=10&q=sea", null],
  ["q=sea&site=two+words&count=24", null],
  ["q=sea&q=sand&count=24", null],
])("the parameters %s without defaults are %s", (sent, kept) => {
  expect(omitDefaults(new URLSearchParams(sent))?.toString() ?? null).toBe(kept);
});
