import { DEFAULT_FILTERS, type Filters } from "@/lib/contract/search-query";
import { formatSearchQuery, parseSearchQuery } from "../query/search-query";

/**
 * The cookie with the filters that this browser chose for empty forms. A search's URL contains all of
 * its filters, so no cookie changes what a link finds.
 */
export const FILTERS_COOKIE = "filters";

/** A placeholder, because the parser of searches requires a text. */
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

/** The inverse of `parseFilters`; returns an empty string for the default filters. */
export function formatFilters(filters: Filters): string {
  const parameters = new URLSearchParams(formatSearchQuery({ q, ...filters }));
  parameters.delete("q");
  return parameters.toString();
}
