import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSearchQuery } from "@/lib/core/query/search-query";
import { toAppError } from "@/lib/platform/errors";
import { readSearchParameters } from "@/lib/service/api/read-search-parameters";

const names = fc.constantFrom(
  "q",
  "count",
  "safesearch",
  "transparent",
  "site",
  "page",
  "__proto__",
);
const values = fc.oneof(
  fc.constantFrom("", " ", "sea", "10", "0", "101", "1e1", "strict", "moderate", "true", "false"),
  fc.constantFrom(
    "a.example",
    "A.Example.",
    "münchen.example",
    "https://a.example/",
    "x".repeat(201),
  ),
  fc.string({ unit: "grapheme" }),
);

test("/v1 reads a query string as the gallery does, but for an empty site", () => {
  const entries = fc.array(fc.tuple(names, values), { maxLength: 7 });
  fc.assert(
    fc.property(entries, (pairs) => {
      const parameters = new URLSearchParams(pairs);
      const gallery = parseSearchQuery(parameters);
      const hasEmptySite = parameters.getAll("site").some((site) => site.trim() === "");
      fc.pre(!hasEmptySite);
      try {
        expect(gallery).toEqual({ isValid: true, query: readSearchParameters(parameters) });
      } catch (cause) {
        const { problems = [] } = toAppError(cause);
        if (gallery.isValid) throw cause;
        const inOrder = (list: typeof problems) => list.map((each) => JSON.stringify(each)).sort();
        expect(inOrder(problems)).toEqual(inOrder(gallery.problems));
      }
    }),
    { numRuns: 500 },
  );
});

test("an empty site is a problem", () => {
  expect(() => readSearchParameters(new URLSearchParams("q=sea&site="))).toThrow("malformed");
});
