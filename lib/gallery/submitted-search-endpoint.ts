import "server-only";
import type { ErrorCode } from "@/lib/contract/errors";
import type { SearchQuery } from "@/lib/contract/search-query";
import { readAsked, searchHref } from "@/lib/core/query/search-outcome";
import { parseSearchQuery } from "@/lib/core/query/search-query";
import { toAppError } from "@/lib/platform/errors";
import { type Handler, logFailure, seeOther } from "@/lib/platform/http";
import { assertOwnPage } from "@/lib/web/cross-site";
import { answerResponse } from "./answer-response";
import { validQuery } from "./search-endpoint";
import { DOUBLE_CLICK_MS, type SearchImages } from "./search-images";

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
 *         this request or one just before it paid for the answer, as at a double click; with
 *         `at=<Unix time>&failed=<error code>` when there is no new one.
 * Errors  cross_site, invalid_query, and those of GET `/api/search`.
 */
export function submittedSearchEndpoint(
  searchImages: SearchImages,
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
      if (answer.staleReason !== null) return toPage(asked.query, failedNow(answer.staleReason));
      const { from, searchesUsed, ageSeconds } = answer;
      context.isPaid = searchesUsed > 0;
      const wasPaid = searchesUsed > 0 || (from === "cache" && ageSeconds * 1000 < DOUBLE_CLICK_MS);
      return toPage(asked.query, wasPaid ? { used: "1" } : {});
    } catch (cause) {
      signal.throwIfAborted();
      logFailure(toAppError(cause), context);
      return toPage(asked.query, failedNow(toAppError(cause).code));
    }
  };
}

/** With the time, because the page's URL may be shared, and must not say later that a search failed. */
function failedNow(code: ErrorCode) {
  return { at: String(Math.floor(Date.now() / 1000)), failed: code };
}

function toPage(query: SearchQuery, outcome: Readonly<Record<string, string>>): Response {
  const more = Object.entries(outcome).map(([name, value]) => `&${name}=${value}`);
  return seeOther(`${searchHref(query)}${more.join("")}`);
}
