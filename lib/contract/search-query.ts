/**
 * One question as the gallery asks it: every filter has a value. `transparent: true` hides images
 * with transparent pixels, as the interface's parameter of that name does.
 */
export type SearchQuery = {
  q: string;
  count: number;
  safesearch: "strict" | "moderate";
  transparent: boolean;
  site: string | null;
};

/** What is asked when the address says nothing; grids want at least 24 (the interface, `count`). */
export const DEFAULT_FILTERS = {
  count: 24,
  safesearch: "strict",
  transparent: false,
  site: null,
} as const satisfies Omit<SearchQuery, "q">;

/** The counts the interface shows in use; what the page offers. */
export const OFFERED_COUNTS = [10, 20, 24, 30, 50] as const;

export const COUNT_MAX = 100;
export const QUERY_CHARACTERS_MAX = 200;
