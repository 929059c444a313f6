import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import { parseSearchQuery } from "@/lib/core/query/search-query";
import { apiFailureMessages } from "@/lib/messages/compiled/api-failure";
import { AppError } from "@/lib/platform/errors";

/** `hasCount`: whether the client chose the count. */
export type ReadSearch = { query: SearchQuery; hasCount: boolean };

/**
 * Reads the query string of a search as the gallery does, but rejects a blank `site`.
 *
 * @throws AppError invalid_query with every problem at once: malformed, repeated, unknown parameters;
 *   also for a query string that is not UTF-8, which `URLSearchParams` would change
 */
export function readSearchParameters(search: string): ReadSearch {
  if (!isUtf8(search)) {
    const detail = apiFailureMessages("notUtf8");
    throw new AppError("invalid_query", "not UTF-8", { detail });
  }
  const parameters = new URLSearchParams(search);
  const parsed = parseSearchQuery(parameters, { rejectBlank: true });
  if (parsed.isValid) return { query: parsed.query, hasCount: parameters.has("count") };
  throw new AppError("invalid_query", "malformed search", { problems: parsed.problems });
}

function isUtf8(search: string): boolean {
  try {
    // A "%" that encodes nothing stands for itself.
    decodeURIComponent(search.replace(/%(?![0-9a-f]{2})/gi, "%25"));
    return true;
  } catch {
    return false;
  }
}
