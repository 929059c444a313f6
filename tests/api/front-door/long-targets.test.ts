import { expect, test } from "vitest";
import { COLOUR_NAMES } from "@/lib/core/colour/named-colour";
import { searchHref } from "@/lib/core/query/search-outcome";
import { viewQuery } from "@/lib/core/query/view-parameters";
import { formatRefinement } from "@/lib/core/refinement/refinement-parameters";
import { statusOf } from "@/tests/support/requests/raw-request";
import { frontDoorOfFile, rawTarget } from "@/tests/support/servers/front-door-of-file";

const { attempt, visits } = frontDoorOfFile();

test.each([
  ["a search with 6,000 other parameters", `/search?q=sea&${"a&".repeat(6_000)}`],
  ["an unknown page with 7,000 parameters", `/nowhere?${"a&".repeat(7_000)}`],
  ["a page with 201 parameters", `/about?${"a=1&".repeat(200)}a`],
  ["a page with 7,000 encoded parameters", `/about?${"%61&".repeat(3_500)}`],
  ["a file with 7,000 parameters", `/favicon.svg?${"a&".repeat(7_000)}`],
  ["a query of more than 8 KB", `/search?q=${"a".repeat(8 * 1024)}`],
  ["a path of more than 8 KB", `/${"a".repeat(8 * 1024)}`],
])("a target that Next reads slowly is refused: %s", async (_, target) => {
  expect(statusOf(await attempt(rawTarget(target)))).toBe(414);
  expect(visits).toEqual([]);
});

/** As long as a page of ours makes it: every filter, and every choice of a refinement. */
function longestSearch(): string {
  const query = {
    q: "海".repeat(200),
    count: 100,
    safesearch: "moderate",
    transparent: true,
    site: `${"long-label.".repeat(20)}example`,
  } as const;
  const parameters = new URLSearchParams(searchHref(query).slice("/search?".length));
  formatRefinement(
    {
      orientation: "landscape",
      sizeMin: "3840x2160",
      colours: [...COLOUR_NAMES],
      hosts: Array.from({ length: 100 }, (_, n) => `photographs-${n}.museum.example`),
      sort: "largest",
    },
    parameters,
  );
  return `/search${viewQuery(parameters, "a".repeat(64))}`;
}

test("the longest URL of our own pages is answered", async () => {
  const target = longestSearch();
  expect(target.length).toBeGreaterThan(5_000);
  expect(statusOf(await attempt(rawTarget(target)))).toBe(200);
  expect(visits).toMatchObject([{ to: "page", url: target }]);
});

test("200 parameters of a page, and more of another route, are answered", async () => {
  expect(statusOf(await attempt(rawTarget(`/about?${"a&".repeat(199)}a`)))).toBe(200);
  expect(statusOf(await attempt(rawTarget(`/api/search?q=sea&${"a&".repeat(6_000)}`)))).toBe(200);
});
