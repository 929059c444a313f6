import "server-only";
import { parseSearchQuery } from "@/lib/core/search-query";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { AppError } from "@/lib/platform/errors";
import type { Handler } from "@/lib/platform/http";
import { isCrossOrigin, isPrefetch, mayStartPaidSearch } from "./cross-site";
import type { SearchImages } from "./search-images";

/** The headers that decide between 200 and 403, for intermediaries that ignore `no-store`. */
const VARY = "sec-fetch-site, sec-purpose, purpose, origin, referer";

/**
 * GET /api/search: one search for the gallery's own pages and scripts.
 *
 * Query   the interface's names and forms (lib/core/search-query.ts); unknown ones are an error.
 * 200     `SearchAnswer`.
 * Errors  invalid_query (all problems at once), cross_site, search_unconfirmed, rate_limited,
 *         visitor_day_spent, budget_*, busy, service_*.
 *
 * Answers are `no-store`: each says when it was answered and what it cost, which is false of a
 * copy, and a visitor's search text must not stay on a shared computer's disk.
 */
export function gallerySearchEndpoint(searchImages: SearchImages): Handler {
  return async (request, context) => {
    if (isCrossOrigin(request.headers) || isPrefetch(request.headers)) {
      throw new AppError("cross_site", "another site sent this request, or a prefetch");
    }
    const parsed = parseSearchQuery(new URL(request.url).searchParams);
    if (!parsed.isValid) {
      throw new AppError("invalid_query", "the query is malformed", { problems: parsed.problems });
    }
    const { signal, client: visitor } = context;
    const mayPay = mayStartPaidSearch(request.headers);
    const answer = await searchImages(parsed.query, { signal, visitor, mayPay });
    return BytesResponse.of(answer, {
      headers: { "cache-control": "private, no-store", vary: VARY },
    });
  };
}
