import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import { formatSearchQuery, parseSearchQuery } from "@/lib/core/search-query";
import { AppError, toAppError } from "@/lib/platform/errors";
import { type Handler, logFailure } from "@/lib/platform/http";
import { answerResponse } from "./answer-response";
import { isFromOwnPage } from "./cross-site";
import type { SearchImages } from "./search-images";

/**
 * POST /api/search/again: calls the service although there is a cached answer ("Search again (1
 * search)"), or although the headers of a visitor's GET did not confirm it. A form of our own pages
 * posts it, since a GET could be linked, prefetched or reloaded
 * (docs/decisions/0011-searching-again-is-a-post.md).
 *
 * Body    the search's parameters, form-encoded, as `/api/search` takes them.
 * 200     as `/api/search`, for scripts (`Accept: application/json`).
 * 303     otherwise: to the search's page, which shows the new answer from the cache; with
 *         `failed=<error code>` when there is none.
 * Errors  cross_site, invalid_query, and those of `/api/search`.
 */
export function searchAgainEndpoint(searchImages: SearchImages): Handler {
  return async (request, { signal, requestId, client }) => {
    if (!isFromOwnPage(request.headers)) {
      throw new AppError("cross_site", "not sent by a page of ours");
    }
    const parsed = parseSearchQuery(new URLSearchParams(await request.text()));
    if (!parsed.isValid) {
      throw new AppError("invalid_query", "the query is malformed", { problems: parsed.problems });
    }
    const options = { signal, visitor: client, isAgain: true };
    const wantsJson = request.headers.get("accept")?.includes("application/json") ?? false;
    if (wantsJson) {
      const answer = await searchImages(parsed.query, options);
      return answerResponse(answer);
    }
    try {
      const { staleReason } = await searchImages(parsed.query, options);
      return toPage(parsed.query, staleReason);
    } catch (cause) {
      signal.throwIfAborted();
      logFailure(toAppError(cause), requestId);
      return toPage(parsed.query, toAppError(cause).code);
    }
  };
}

/** The location is relative: behind a proxy, only the browser knows the server's host name. */
function toPage(query: SearchQuery, failed: string | null): Response {
  const suffix = failed === null ? "" : `&failed=${failed}`;
  return new Response(null, {
    status: 303,
    headers: {
      location: `/search?${formatSearchQuery(query)}${suffix}`,
      "cache-control": "no-store",
    },
  });
}
