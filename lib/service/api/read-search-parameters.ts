import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import { parseSearchQuery } from "@/lib/core/query/search-query";
import { AppError } from "@/lib/platform/errors";

/** `hasCount`: whether the client chose the count. */
export type ReadSearch = { query: SearchQuery; hasCount: boolean };

/**
 * Reads the query string of a search as the gallery does, but rejects a blank `site`.
 *
 * @throws AppError invalid_query with every problem at once: malformed, repeated, unknown parameters
 */
export function readSearchParameters(parameters: URLSearchParams): ReadSearch {
  const parsed = parseSearchQuery(parameters, { rejectBlank: true });
  if (parsed.isValid) return { query: parsed.query, hasCount: parameters.has("count") };
  throw new AppError("invalid_query", "malformed search", { problems: parsed.problems });
}
