import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import { formatSearchQuery, parseSearchQuery } from "@/lib/core/search-query";
import { AppError, toAppError } from "@/lib/platform/errors";
import { type Handler, logFailure } from "@/lib/platform/http";
import { readBody } from "@/lib/platform/read-body";
import { isFromOwnPage } from "./cross-site";
import type { SearchImages } from "./search-images";

const BODY_BYTES_MAX = 8 * 1024;

/**
 * POST /api/search/again: calls the service although there is a cached answer ("Search again (1
 * search)"), or although the headers of a visitor's GET did not confirm it. A form of our own pages
 * posts it, since a GET could be linked, prefetched or reloaded
 * (docs/decisions/0011-searching-again-is-a-post.md).
 *
 * Body    the search's parameters, form-encoded, as `/api/search` takes them.
 * 200     `SearchAnswer`, for scripts (`Accept: application/json`).
 * 303     otherwise: to the search's page, which shows the new answer from the cache; with
 *         `failed=<error code>` when there is none.
 * Errors  method_not_allowed, cross_site, invalid_query, and those of `/api/search`.
 */
export function searchAgainEndpoint(
  searchImages: SearchImages,
  { visitorOf }: { visitorOf: (headers: Headers) => string },
): Handler {
  return async (request, { signal, requestId }) => {
    if (request.method !== "POST") {
      const allow = ["POST"];
      throw new AppError("method_not_allowed", `${request.method} is not answered here`, { allow });
    }
    if (!isFromOwnPage(request.headers)) {
      throw new AppError("cross_site", "not sent by a page of ours");
    }
    const parsed = parseSearchQuery(new URLSearchParams(await readForm(request)));
    if (!parsed.isValid) {
      throw new AppError("invalid_query", "the query is malformed", { problems: parsed.problems });
    }
    const options = { signal, visitor: visitorOf(request.headers), isAgain: true };
    const wantsJson = request.headers.get("accept")?.includes("application/json") ?? false;
    if (wantsJson) {
      const answer = await searchImages(parsed.query, options);
      return Response.json(answer, { headers: { "cache-control": "private, no-store" } });
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

async function readForm({ body }: Request): Promise<string> {
  const bytes = await readBody(body, BODY_BYTES_MAX);
  if (bytes === null) {
    throw new AppError("invalid_query", "the form is too large", {
      problems: [{ path: "body", code: "large_body", params: { max: BODY_BYTES_MAX } }],
    });
  }
  return bytes.toString("utf8");
}
