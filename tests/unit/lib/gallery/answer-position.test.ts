import { expect, test } from "vitest";
import { DEFAULT_FILTERS } from "@/lib/contract/search-query";
import { pageInAnswer, positionInAnswer } from "@/lib/gallery/answer-position";
import type { SearchService } from "@/lib/protocol/search-service";

const QUERY = { ...DEFAULT_FILTERS, q: "red barn", count: 50 };
const OPTIONS = { signal: new AbortController().signal, visitor: "a" };

const service: SearchService = {
  search: async ({ q, count }) => ({
    items: (q === "red barn" && count === 50 ? ["a", "b", "c"] : []).map((id) => ({
      imageUrl: `/library/${id}/original`,
      width: 10,
      height: 10,
      accentColor: null,
      name: id,
      hostUrl: "https://elsewhere.example/",
      host: "elsewhere.example",
    })),
    droppedCount: 0,
  }),
};

test.each([
  ["/library/a", { position: 1, count: 3, previous: null, next: "/library/b?q=red+barn&count=50" }],
  [
    "/library/b",
    {
      position: 2,
      count: 3,
      previous: "/library/a?q=red+barn&count=50",
      next: "/library/c?q=red+barn&count=50",
    },
  ],
  ["/library/c", { position: 3, count: 3, previous: "/library/b?q=red+barn&count=50", next: null }],
  ["/library/d", null],
])("%s has its place in the answer", async (path, place) => {
  expect(await positionInAnswer(service, path, QUERY, OPTIONS)).toEqual(place);
});

test("only the page of an own picture gets the search", () => {
  expect(pageInAnswer("/library/a", QUERY)).toBe("/library/a?q=red+barn&count=50");
  for (const url of ["https://a.example/library/a", "/library/a/original", null]) {
    expect(pageInAnswer(url, QUERY)).toBe(url);
  }
});
