/**
 * The inputs of `GET {base_url}/v1/search` (the interface, "Search images").
 *
 * Absent means "not sent": the interface does not show the service's defaults.
 * `transparent: true` asks to leave out images with transparent pixels.
 */
export type SearchParameters = {
  q: string;
  count?: number;
  safesearch?: "strict" | "moderate";
  transparent?: boolean;
  site?: string;
};

/** The five parameter names, in the order in which we write them. */
export const SEARCH_PARAMETER_NAMES = [
  "q",
  "count",
  "safesearch",
  "transparent",
  "site",
] as const satisfies readonly (keyof SearchParameters)[];

/**
 * Writes parameters as a URL-encoded query string; only what is set is written.
 *
 * Spaces become `%20`, not `+`: both are legal in a query, but only the first means a space to
 * every reader.
 */
export function formatSearchParameters(parameters: SearchParameters): string {
  const pairs: string[] = [];
  for (const name of SEARCH_PARAMETER_NAMES) {
    const value = parameters[name];
    if (value !== undefined) pairs.push(`${name}=${encodeURIComponent(String(value))}`);
  }
  return pairs.join("&");
}
