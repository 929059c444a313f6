import "server-only";
import { LRUCache } from "lru-cache";
import type { ErrorCode } from "@/lib/contract/errors";
import type { SearchQuery } from "@/lib/contract/search-query";
import { readAsked, searchHref } from "@/lib/core/query/search-outcome";
import { type ParsedSearchQuery, parseSearchQuery } from "@/lib/core/query/search-query";
import { AppError, toAppError } from "@/lib/platform/errors";
import { type Handler, logFailure, seeOther } from "@/lib/platform/http";
import {
  assertOwnPage,
  isCrossOrigin,
  isLocalProgram,
  isPrefetchOrEmbed,
} from "@/lib/web/cross-site";
import { type Endpoint, SEARCH_ROUTE } from "@/lib/web/route";
import type { AnswerResponse } from "./answer-response";
import { DOUBLE_CLICK_MS, type SearchImages } from "./search-images";

/** The headers that decide between 200 and 403, for intermediaries that ignore `no-store`. */
const VARY = "sec-fetch-site, sec-fetch-dest, sec-purpose, purpose, origin, referer";

type Parts = { searchImages: SearchImages; answerResponse: AnswerResponse };

/** Returns the routes of the gallery's searches. */
export function searchEndpoints(parts: Parts): readonly Endpoint[] {
  const lookedUp = lookedUpSearch(parts);
  const submitted = submittedSearch(parts, { isAgain: false });
  return [
    {
      ...SEARCH_ROUTE,
      // Excludes HEAD, which would spend a search.
      methods: ["GET", "POST"],
      path: "/api/search",
      handler: (request, context) =>
        (request.method === "POST" ? submitted : lookedUp)(request, context),
    },
    {
      ...SEARCH_ROUTE,
      path: "/api/search/again",
      handler: submittedSearch(parts, { isAgain: true }),
    },
  ];
}

/**
 * GET /api/search: one search for the gallery's own pages and scripts. A search that would cost is
 * answered from the cache, except for a program on this machine; a POST may pay.
 *
 * Query   the interface's names and forms (lib/core/query/search-query.ts); unknown ones are an error.
 * 200     `SearchAnswer`, with its age in the header `Age` instead of the body.
 * Errors  invalid_query (all problems at once), cross_site, search_unconfirmed, rate_limited,
 *         visitor_day_spent, budget_*, busy, service_*.
 *
 * Answers are `no-store`: each says when it was answered and what it cost, which is wrong in a copy,
 * and a visitor's search text must not stay on a shared computer's disk.
 */
function lookedUpSearch({ searchImages, answerResponse }: Parts): Handler {
  return async (request, context) => {
    if (isCrossOrigin(request.headers) || isPrefetchOrEmbed(request)) {
      throw new AppError("cross_site", "sent by another site, or a prefetch or embed");
    }
    const answer = await searchImages(validQuery(queries.memo(context.target)), {
      // Getters, because a cached answer uses neither value.
      get signal() {
        return context.signal;
      },
      get mayPay() {
        return isLocalProgram(request.headers);
      },
      visitor: context.visitor,
    });
    context.isPaid = answer.searchesUsed > 0;
    return answerResponse(answer, { vary: VARY });
  };
}

/**
 * POST /api/search: a search that a visitor submitted, and that may cost. A form or a script of our
 * own pages posts it, because a GET could be linked, prefetched, reloaded or restored
 * (docs/decisions/0032-what-begins-a-search.md).
 *
 * POST /api/search/again (`isAgain`): the same, bypassing the cache ("Search again (1 search)").
 *
 * Body    the search's parameters, form-encoded, as GET `/api/search` takes them.
 * 200     as GET `/api/search`, for scripts (`Accept: application/json`).
 * 303     otherwise: to the search's page, which shows the answer from the cache; with `used=1` if
 *         this request, or one just before it as at a double click, used a search; with
 *         `at=<Unix time>&failed=<error code>` when there is no new answer.
 * Errors  cross_site, invalid_query, and those of GET `/api/search`.
 */
function submittedSearch(
  { searchImages, answerResponse }: Parts,
  { isAgain }: { isAgain: boolean },
): Handler {
  return async (request, context) => {
    const { signal, visitor } = context;
    assertOwnPage(request);
    const parameters = new URLSearchParams(await request.text());
    const options = { signal, visitor, isAgain, mayPay: true };
    if (request.headers.get("accept")?.includes("application/json")) {
      const answer = await searchImages(validQuery(parseSearchQuery(parameters)), options);
      context.isPaid = answer.searchesUsed > 0;
      return answerResponse(answer);
    }
    const asked = readAsked(parameters);
    // The page names the problems, and keeps the text to be corrected.
    if (asked.kind !== "query") return seeOther(`/search?${parameters}`);
    try {
      const answer = await searchImages(asked.query, options);
      const { from, searchesUsed, ageSeconds, staleReason } = answer;
      context.isPaid = searchesUsed > 0;
      if (staleReason !== null) return toPage(asked.query, failedNow(staleReason, searchesUsed));
      const wasPaid = searchesUsed > 0 || (from === "cache" && ageSeconds * 1000 < DOUBLE_CLICK_MS);
      return toPage(asked.query, wasPaid ? { used: "1" } : {});
    } catch (cause) {
      signal.throwIfAborted();
      const error = toAppError(cause);
      logFailure(error, context);
      return toPage(asked.query, failedNow(error.code, error.searchesUsed));
    }
  };
}

/** With the time, because the page's URL may be shared, and must not say later that a search failed. */
function failedNow(code: ErrorCode, searchesUsed = 0) {
  const used = searchesUsed > 0 && { used: "1" };
  return { at: String(Math.floor(Date.now() / 1000)), failed: code, ...used };
}

function toPage(query: SearchQuery, outcome: Readonly<Record<string, string>>): Response {
  const more = Object.entries(outcome).map(([name, value]) => `&${name}=${value}`);
  return seeOther(`${searchHref(query)}${more.join("")}`);
}

/** @throws AppError invalid_query, with all problems */
export function validQuery(parsed: ParsedSearchQuery): SearchQuery {
  if (parsed.isValid) return parsed.query;
  throw new AppError("invalid_query", "the query is malformed", { problems: parsed.problems });
}

/**
 * Parsed queries by request target: a popular search is parsed once. A target of more than 500
 * characters is not stored.
 */
const queries = new LRUCache<string, ParsedSearchQuery>({
  max: 1_000,
  maxEntrySize: 500,
  sizeCalculation: (_, target) => target.length,
  memoMethod: (target) => parseSearchQuery(new URL(target, "http://gallery").searchParams),
});
