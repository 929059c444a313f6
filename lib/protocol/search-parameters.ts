/**
 * The inputs of `GET {base_url}/v1/search` (the interface, "Search images").
 *
 * An absent one is not sent: the interface does not document the service's defaults.
 * `transparent: true` excludes images with transparent pixels.
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
 * Writes the parameters that are set as a URL-encoded query string.
 *
 * Spaces become `%20`, not `+`: both are legal in a query, but not every reader takes `+` for a space.
 */
export function formatSearchParameters(parameters: SearchParameters): string {
  const pairs: string[] = [];
  for (const name of SEARCH_PARAMETER_NAMES) {
    const value = parameters[name];
    if (value !== undefined) pairs.push(`${name}=${encodeURIComponent(String(value))}`);
  }
  return pairs.join("&");
}
