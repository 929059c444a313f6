import "server-only";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { parseSearchQuery } from "@/lib/core/search-query";
import { AppError } from "@/lib/platform/errors";
import type { Handler } from "@/lib/platform/http";
import { isCrossOrigin } from "./cross-site";
import type { SearchImages } from "./search-images";

/**
 * GET /api/search: one search for the gallery's own pages and scripts.
 *
 * Query   the interface's names and forms (lib/core/search-query.ts); unknown ones are an error.
 * 200     `SearchAnswer`.
 * Errors  invalid_query (all problems at once), cross_site, method_not_allowed, rate_limited,
 *         visitor_day_spent, budget_*, busy, service_*.
 *
 * Answers are `no-store`: each says when it was answered and what it cost, which is wrong in a
 * copy, and a visitor's query does not belong on a shared computer's disk. The server caches
 * answers itself. `vary` names the headers that decide between 200 and 403.
 */
export function gallerySearchEndpoint(
  searchImages: SearchImages,
  { visitorOf = () => "unknown" }: { visitorOf?: (headers: Headers) => string } = {},
): Handler {
  return async (request, { signal }) => {
    if (request.method !== "GET") {
      throw new AppError("method_not_allowed", `${request.method} is not answered here`);
    }
    if (isCrossOrigin(request.headers)) {
      throw new AppError("cross_site", "another site sent this request");
    }
    const parsed = parseSearchQuery(new URL(request.url).searchParams);
    if (!parsed.isValid) {
      throw new AppError("invalid_query", "the query is malformed", { problems: parsed.problems });
    }
    const visitor = visitorOf(request.headers);
    const answer = await searchImages(parsed.query, { signal, visitor });
    return Response.json(answer, {
      headers: { "cache-control": "private, no-store", vary: "sec-fetch-site, origin" },
    });
  };
}

/** GET /api/service: which service answers searches here, a `ServiceLabel`. */
export function serviceLabelEndpoint(label: () => Promise<ServiceLabel>): Handler {
  return async () => Response.json(await label(), { headers: { "cache-control": "no-store" } });
}
