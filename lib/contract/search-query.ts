import { FILTER_NAMES, FILTERS, type FilterValues } from "@/lib/protocol/search-parameters";

/** A value for every filter. */
export type Filters = FilterValues;

/**
 * A search with a value for every filter. `transparent: true` hides images with transparent pixels,
 * like the interface's parameter of that name.
 */
export type SearchQuery = { q: string } & Filters;

/** Defaults for filters missing in the URL. */
export const DEFAULT_FILTERS = Object.fromEntries(
  FILTER_NAMES.map((name) => [name, FILTERS[name].default]),
) as Readonly<Filters>;

/** The counts that the page offers, as in the interface's examples. */
export const OFFERED_COUNTS = [10, 20, 24, 30, 50] as const;

export const COUNT_MAX = FILTERS.count.max;
export const QUERY_CHARACTERS_MAX = 200;
