import { cache } from "react";
import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { readAsked, type SearchOutcome } from "@/lib/core/query/search-outcome";
import { currentContext, vitrine } from "@/lib/page-bridge";
import { toAppError } from "@/lib/platform/errors";
import { logFailure, toErrorBody } from "@/lib/platform/http";

/**
 * Returns the outcome of the search in a page's query string, or null. Memoised, because the title
 * and the content of a page both use it. The parameter `failed` is the error code of a search form
 * that just failed (submitted-search-endpoint.ts).
 */
export const readOutcome = cache(async (queryString: string): Promise<SearchOutcome | null> => {
  const parameters = new URLSearchParams(queryString);
  const asked = readAsked(parameters);
  if (asked.kind !== "query") return null;
  const context = currentContext();
  const { signal, visitor, requestId } = context;
  try {
    const answer = await vitrine().searchImages(asked.query, { signal, visitor, mayPay: false });
    return { kind: "answer", answer: wasJustPaid(answer, parameters) ? asPaid(answer) : answer };
  } catch (cause) {
    const error = toAppError(cause);
    if (error.code === "search_unconfirmed") {
      const failed = parameters.get("failed");
      const code = failed !== null && Object.hasOwn(ERRORS, failed) ? (failed as ErrorCode) : null;
      return { kind: "failure", failure: { code: code ?? "search_unconfirmed" } };
    }
    logFailure(error, context);
    return { kind: "failure", failure: toErrorBody(error, requestId).error };
  }
});

/** A form's redirect takes less; a later reload of its page is free. */
const REDIRECT_SECONDS_MAX = 60;

/**
 * Whether the form that redirected here has just paid for this answer: it says so by the parameter
 * `used` (submitted-search-endpoint.ts), because a page only looks answers up.
 */
function wasJustPaid({ from, ageSeconds }: SearchAnswer, parameters: URLSearchParams): boolean {
  return parameters.has("used") && from === "cache" && ageSeconds <= REDIRECT_SECONDS_MAX;
}

const asPaid = (answer: SearchAnswer): SearchAnswer => ({
  ...answer,
  from: "service",
  searchesUsed: 1,
});
