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
 * POST /api/search/again: asks the service although an answer is cached ("Search again (1 search)").
 *
 * It spends on purpose, so it must not be a URL that can be linked, prefetched, reloaded or shared:
 * a form of our own pages posts it (docs/decisions/0011-searching-again-is-a-post.md).
 *
 * Body    the search's parameters, form-encoded, as `/api/search` takes them.
 * 200     `SearchAnswer`, for scripts (`Accept: application/json`).
 * 303     otherwise: to the search's page, which shows the new answer from the cache, or the cached
 *         one with `failed=<error code>` if there is no new one.
 * Errors  cross_site, invalid_query, and those of `/api/search`. Anything but POST: not_found.
 */
export function searchAgainEndpoint(
  searchImages: SearchImages,
  { visitorOf }: { visitorOf: (headers: Headers) => string },
): Handler {
  return async (request, { signal, requestId }) => {
    if (request.method !== "POST") throw new AppError("not_found", "only POST searches again");
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

/** A relative URL, because only the browser knows the name it used for this server. */
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
