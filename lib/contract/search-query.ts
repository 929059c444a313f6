/**
 * A search with a value for every filter. `transparent: true` hides images with transparent pixels,
 * like the interface's parameter of that name.
 */
export type SearchQuery = {
  q: string;
  count: number;
  safesearch: "strict" | "moderate";
  transparent: boolean;
  site: string | null;
};

/** Defaults for filters missing in the URL. The interface recommends at least 24 for grids (`count`). */
export const DEFAULT_FILTERS = {
  count: 24,
  safesearch: "strict",
  transparent: false,
  site: null,
} as const satisfies Omit<SearchQuery, "q">;

/** The counts that the page offers, as in the interface's examples. */
export const OFFERED_COUNTS = [10, 20, 24, 30, 50] as const;

export const COUNT_MAX = 100;
export const QUERY_CHARACTERS_MAX = 200;
