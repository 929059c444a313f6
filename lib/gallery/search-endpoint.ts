import "server-only";
import { LRUCache } from "lru-cache";
import type { SearchQuery } from "@/lib/contract/search-query";
import { type ParsedSearchQuery, parseSearchQuery } from "@/lib/core/query/search-query";
import { AppError } from "@/lib/platform/errors";
import type { Handler } from "@/lib/platform/http";
import { isCrossOrigin, isLocalProgram, isPrefetchOrEmbed } from "@/lib/web/cross-site";
import { answerResponse } from "./answer-response";
import type { SearchImages } from "./search-images";

/** The headers that decide between 200 and 403, for intermediaries that ignore `no-store`. */
const VARY = "sec-fetch-site, sec-fetch-dest, sec-purpose, purpose, origin, referer";

/**
 * GET /api/search: one search for the gallery's own pages and scripts. A search that would cost is
 * answered from the cache, except for a program on this machine; a POST may pay
 * (submitted-search-endpoint.ts).
 *
 * Query   the interface's names and forms (lib/core/query/search-query.ts); unknown ones are an error.
 * 200     `SearchAnswer`, with its age in the header `Age` instead of the body.
 * Errors  invalid_query (all problems at once), cross_site, search_unconfirmed, rate_limited,
 *         visitor_day_spent, budget_*, busy, service_*.
 *
 * Answers are `no-store`: each says when it was answered and what it cost, which is wrong in a copy,
 * and a visitor's search text must not stay on a shared computer's disk.
 */
export function gallerySearchEndpoint(searchImages: SearchImages): Handler {
  return async (request, context) => {
    if (isCrossOrigin(request.headers) || isPrefetchOrEmbed(request)) {
      throw new AppError("cross_site", "sent by another site, or a prefetch or embed");
    }
    const answer = await searchImages(validQuery(parseTarget(context.target)), {
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

/** @throws AppError invalid_query, with all problems */
export function validQuery(parsed: ParsedSearchQuery): SearchQuery {
  if (parsed.isValid) return parsed.query;
  throw new AppError("invalid_query", "the query is malformed", { problems: parsed.problems });
}

/**
 * Parsed queries by query string. A popular search is parsed once, and its cache key, which belongs
 * to the parsed query (`searchCacheKey`), is computed once. Long queries are not stored.
 */
const queries = new LRUCache<string, ParsedSearchQuery>({ max: 1_000 });
const KEPT_CHARACTERS_MAX = 500;

function parseTarget(target: string): ParsedSearchQuery {
  const start = target.indexOf("?");
  const text = start === -1 ? "" : target.slice(start);
  const known = queries.get(text);
  if (known !== undefined) return known;
  const parsed = parseSearchQuery(new URL(text, "http://gallery").searchParams);
  if (text.length <= KEPT_CHARACTERS_MAX) queries.set(text, parsed);
  return parsed;
}
