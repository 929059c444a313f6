import { cache } from "react";
import { ERRORS, type ErrorCode } from "@/lib/contract/errors";
import type { SearchAnswer } from "@/lib/contract/search-answer";
import { readAsked, type SearchOutcome } from "@/lib/core/query/search-outcome";
import { currentContext, vitrine } from "@/lib/page-bridge";
import { toAppError } from "@/lib/platform/errors";
import { logFailure, toErrorBody } from "@/lib/platform/http";

/**
 * Returns the outcome of the search in a page's query string, or null. Memoised, because the title
 * and the content of a page both use it.
 */
export const readOutcome = cache(async (queryString: string): Promise<SearchOutcome | null> => {
  const parameters = new URLSearchParams(queryString);
  const asked = readAsked(parameters);
  if (asked.kind !== "query") return null;
  const context = currentContext();
  const { signal, visitor, requestId } = context;
  const failed = justFailed(parameters);
  const failureUsed = failed !== null && parameters.has("used") ? 1 : 0;
  try {
    const answer = await vitrine().searchImages(asked.query, { signal, visitor, mayPay: false });
    if (failed !== null) return { kind: "answer", answer, failed, failureUsed };
    return { kind: "answer", answer: wasJustPaid(answer, parameters) ? asPaid(answer) : answer };
  } catch (cause) {
    const error = toAppError(cause);
    if (error.code === "search_unconfirmed") {
      const code = failed ?? error.code;
      return { kind: "failure", failure: { code, searchesUsed: failureUsed } };
    }
    logFailure(error, context);
    return { kind: "failure", failure: toErrorBody(error, requestId).error };
  }
});

/** A form's redirect takes less. Later the visitor has reloaded the page, or opened a shared link. */
const REDIRECT_SECONDS_MAX = 60;

/**
 * Returns the error code of the form that redirected here, by the parameters `failed` and `at`
 * (lib/gallery/search-endpoints.ts); null if none has just failed.
 */
function justFailed(parameters: URLSearchParams): ErrorCode | null {
  const failed = parameters.get("failed") ?? "";
  const ageSeconds = Date.now() / 1000 - Number(parameters.get("at"));
  // Another instance, whose clock may be ahead, may have redirected.
  const isNow = Math.abs(ageSeconds) <= REDIRECT_SECONDS_MAX;
  return isNow && Object.hasOwn(ERRORS, failed) ? (failed as ErrorCode) : null;
}

/**
 * Whether the form that redirected here has just paid for this answer: it says so by the parameter
 * `used` (lib/gallery/search-endpoints.ts), because a page only looks answers up.
 */
function wasJustPaid({ from, ageSeconds }: SearchAnswer, parameters: URLSearchParams): boolean {
  return parameters.has("used") && from === "cache" && ageSeconds <= REDIRECT_SECONDS_MAX;
}

const asPaid = (answer: SearchAnswer): SearchAnswer => ({
  ...answer,
  from: "service",
  searchesUsed: 1,
});
