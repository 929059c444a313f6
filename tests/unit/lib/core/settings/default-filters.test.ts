import { expect, test } from "vitest";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { formatFilters, parseFilters } from "@/lib/core/settings/default-filters";

const FILTERS = { ...DEFAULT_FILTERS, safesearch: "moderate", count: 50 } as const;

test("the filters of a new search round-trip through the cookie", () => {
  expect(formatFilters(DEFAULT_FILTERS)).toBe("");
  for (const filters of [DEFAULT_FILTERS, FILTERS, { ...FILTERS, transparent: true }]) {
    expect(parseFilters(formatFilters(filters))).toEqual(filters);
  }
});

test.each(["", "count=lots", "safesearch=off", "count=50&count=20", "q=another", "%00", undefined])(
  "a missing or damaged cookie gives the defaults: %o",
  (text) => expect(parseFilters(text)).toEqual(DEFAULT_FILTERS),
);

test("no cookie loosens a locked safe search", () => {
  expect(parseFilters(formatFilters(FILTERS), true)).toEqual({ ...FILTERS, safesearch: "strict" });
});
