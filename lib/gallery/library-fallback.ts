import "server-only";
import type { ErrorCode } from "@/lib/contract/errors";
import { toAppError } from "@/lib/platform/errors";
import type { SearchImages } from "./search-images";

/** Failures that mean: no search can be paid for now. */
const SPENT: ReadonlySet<ErrorCode> = new Set([
  "budget_day_spent",
  "budget_month_spent",
  "budget_unknown",
  "service_quota_spent",
]);

/**
 * Where no search can be paid for and no answer is held, the user's own library answers instead,
 * with the reason; if it finds something.
 */
export function libraryFallback(paid: SearchImages, library: SearchImages): SearchImages {
  return async (query, options) => {
    try {
      return await paid(query, options);
    } catch (cause) {
      const { code } = toAppError(cause);
      if (!SPENT.has(code)) throw cause;
      const answer = await library(query, options).catch(() => null);
      if (answer === null || answer.images.length === 0) throw cause;
      return { ...answer, from: "library", staleReason: code };
    }
  };
}
