import "server-only";
import { parseSearchQuery } from "@/lib/core/search-query";
import { AppError } from "@/lib/platform/errors";
import type { Handler } from "@/lib/platform/http";
import { isCrossOrigin, isPrefetchOrEmbed, mayStartPaidSearch } from "./cross-site";
import type { SearchImages } from "./search-images";

/** The headers that decide between 200 and 403, for intermediaries that ignore `no-store`. */
const VARY = "sec-fetch-site, sec-fetch-dest, sec-purpose, purpose, origin, referer";

/**
 * GET /api/search: one search for the gallery's own pages and scripts.
 *
 * Query   the interface's names and forms (lib/core/search-query.ts); unknown ones are an error.
 * 200     `SearchAnswer`.
 * Errors  invalid_query (all problems at once), cross_site, search_unconfirmed, method_not_allowed,
 *         rate_limited, visitor_day_spent, budget_*, busy, service_*.
 *
 * Answers are `no-store`: each says when it was answered and what it cost, which is false of a
 * copy, and a visitor's search text must not stay on a shared computer's disk.
 */
export function gallerySearchEndpoint(
  searchImages: SearchImages,
  { visitorOf = () => "unknown" }: { visitorOf?: (headers: Headers) => string } = {},
): Handler {
  return async (request, { signal }) => {
    if (request.method !== "GET") {
      throw new AppError("method_not_allowed", `${request.method} is not answered here`);
    }
    if (isCrossOrigin(request.headers) || isPrefetchOrEmbed(request)) {
      throw new AppError(
        "cross_site",
        "another site sent this request, or it is a prefetch or embed",
      );
    }
    const parsed = parseSearchQuery(new URL(request.url).searchParams);
    if (!parsed.isValid) {
      throw new AppError("invalid_query", "the query is malformed", { problems: parsed.problems });
    }
    const visitor = visitorOf(request.headers);
    const mayPay = mayStartPaidSearch(request.headers);
    const answer = await searchImages(parsed.query, { signal, visitor, mayPay });
    return Response.json(answer, { headers: { "cache-control": "private, no-store", vary: VARY } });
  };
}
