import { expect, test } from "vitest";
import { libraryHref, NEWEST_PICTURES, parseLibraryView } from "@/lib/core/query/library-view";

const viewOf = (query: string) => parseLibraryView(new URLSearchParams(query));

test.each([
  "",
  "?order=taken",
  "?order=taken&folder=2%2FNorway%2FMay&colour=blue&size=huge&page=3",
  "?colour=blue&page=2",
  "?random=0a1b",
])("the view %j has this URL", (query) => {
  expect(libraryHref(viewOf(query))).toBe(`/library${query}`);
});

test.each(["order=", "order=size", "order=TAKEN", "order=newest", "page=0&order=x", "random=xyz"])(
  "%j is the view of the newest pictures",
  (query) => {
    expect(viewOf(query)).toEqual(NEWEST_PICTURES);
  },
);

test("a random view has no other order", () => {
  expect(viewOf("random=0a&order=taken&page=2")).toEqual({ order: "random", seed: "0a" });
});
