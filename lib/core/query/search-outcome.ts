import type { FailureCode, Problem } from "@/lib/contract/errors";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { offeredCost, type SearchOffer } from "@/lib/contract/search-offer";
import { COUNT_MAX, DEFAULT_FILTERS, type SearchQuery } from "@/lib/contract/search-query";
import { formatSearchQuery, parseSearchQuery } from "./search-query";

/** A failed search, as the page shows it. */
export type SearchFailure = {
  code: FailureCode;
  /** Matches a line of the server's log; absent where no server answered. */
  requestId?: string;
  problems?: readonly Problem[];
  /** The search service's error text. */
  serviceSaid?: string;
  /** How many searches of the budget it has used, if any. */
  searchesUsed?: number;
  /** What the next search costs, if the server said so with this failure. */
  searchOffer?: SearchOffer;
};

/**
 * How a search ended. A failure is a value that the page keeps like an answer: going back shows it
 * again without a new search.
 */
export type SearchOutcome =
  | {
      kind: "answer";
      answer: SearchAnswer;
      /** Why a repeated search found no newer answer. */
      failed?: FailureCode | "answered_just_now";
      /** How many searches of the budget that has used, if any. */
      failureUsed?: number;
    }
  | { kind: "failure"; failure: SearchFailure };

/** The search in a query string: none, a valid one, or an invalid one. */
export type AskedQuery =
  | { kind: "nothing" }
  | { kind: "query"; query: SearchQuery }
  | { kind: "invalid"; problems: Problem[] };

/**
 * Parses a page's query string. Parameters that do not belong to the search are ignored.
 * `isStrictOnly` makes every search strict.
 */
export function readAsked(parameters: URLSearchParams, isStrictOnly?: boolean): AskedQuery {
  if ((parameters.get("q") ?? "").trim() === "") return { kind: "nothing" };
  const parsed = parseSearchQuery(parameters, { ignoreUnknown: true });
  if (!parsed.isValid) return { kind: "invalid", problems: parsed.problems };
  if (isStrictOnly) parsed.query.safesearch = "strict";
  return { kind: "query", query: parsed.query };
}

/** The URL of a search's page. */
export function searchHref(query: SearchQuery): string {
  return `/search?${formatSearchQuery(query)}`;
}

/**
 * The fragment of a link that says that it is free. Its search is looked up and never paid for, also
 * if the link is opened in another tab (docs/decisions/0032-what-begins-a-search.md).
 */
export const FREE_MARK = "#free";

/** The URL that answers a search with JSON; also the cache key of its outcome in the browser. */
export function searchApiUrl(query: SearchQuery): string {
  return `${SEARCH_API_URL}?${formatSearchQuery(query)}`;
}

/** A GET looks a search up, a POST may pay for it (docs/decisions/0032-what-begins-a-search.md). */
export const SEARCH_API_URL = "/api/search";

/** The URL of the form that searches again, bypassing the cache. */
export const SEARCH_AGAIN_URL = "/api/search/again";

/**
 * Returns the target of a search form without scripts. A search that costs is posted, and the server
 * redirects to its page. The form requests the page itself if a search is free, or if the server would
 * not send one: then it looks for a cached answer.
 */
export function searchFormTarget(searchOffer: SearchOffer) {
  return offeredCost(searchOffer) === "paid"
    ? ({ action: SEARCH_API_URL, method: "post" } as const)
    : ({ action: "/search" } as const);
}

/** Returns the search with default filters and the same count, which visitors do not see as a filter. */
export function withoutFilters(query: SearchQuery): SearchQuery {
  return { ...DEFAULT_FILTERS, q: query.q, count: query.count };
}

/** Returns the values of the form's fields: the search, or what the visitor entered if it is invalid. */
export function writtenFields(parameters: URLSearchParams): SearchQuery {
  const asked = readAsked(parameters);
  if (asked.kind === "query") return asked.query;
  const repaired = asked.kind === "invalid" ? repairedQuery(parameters, asked.problems) : null;
  return {
    ...DEFAULT_FILTERS,
    ...repaired,
    q: parameters.get("q") ?? "",
    site: parameters.get("site") || null,
  };
}

/** Returns an invalid search without its invalid parameters; null if its text is invalid. */
export function repairedQuery(
  parameters: URLSearchParams,
  problems: readonly Problem[],
): SearchQuery | null {
  const readable = new URLSearchParams(parameters);
  for (const { path } of problems) readable.delete(path);
  const asked = readAsked(readable);
  return asked.kind === "query" ? asked.query : null;
}

/** Returns whether the service may have more images than the answer shows. */
export function hasMore({ totalCount, images }: SearchAnswer): boolean {
  return totalCount === null || totalCount > images.length;
}

/** Returns how many images to show after `count`; null if `count` is the most. */
export function nextCount(count: number): number | null {
  return [50, COUNT_MAX].find((next) => next > count) ?? null;
}
