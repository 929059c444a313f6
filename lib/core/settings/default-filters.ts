import { DEFAULT_FILTERS, type Filters } from "@/lib/contract/search-query";
import { formatSearchQuery, parseSearchQuery } from "../query/search-query";

/**
 * The cookie with the filters that this browser chose for empty forms. A search's URL says all of its
 * own filters: no cookie changes what a link finds.
 */
export const FILTERS_COOKIE = "filters";

/** Any text: the parser of searches requires one. */
const q = "any";

/**
 * Parses the cookie; returns the defaults for a missing or damaged one.
 *
 * @param isStrictOnly the operator has locked safe search
 */
export function parseFilters(text: string | undefined, isStrictOnly = false): Filters {
  const parsed = parseSearchQuery(new URLSearchParams(`${text ?? ""}&q=${q}`));
  if (!parsed.isValid) return DEFAULT_FILTERS;
  const { q: _, ...filters } = parsed.query;
  return isStrictOnly ? { ...filters, safesearch: "strict" } : filters;
}

/** The inverse; empty for the filters of the interface. */
export function formatFilters(filters: Filters): string {
  const parameters = new URLSearchParams(formatSearchQuery({ q, ...filters }));
  parameters.delete("q");
  return parameters.toString();
}
