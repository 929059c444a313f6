type Filter =
  /** A whole number from 1 to `max`. */
  | { kind: "number"; max: number; default: number }
  | { kind: "choice"; values: readonly string[]; default: string | null }
  /** `true` or `false`. */
  | { kind: "flag"; default: false }
  /** A bare host name. */
  | { kind: "host"; default: null };

/**
 * The filters of `GET {base_url}/v1/search` (the interface, "Search images"), in the order in which we
 * write them. Queries, the parser of both APIs, URLs, cache keys, the OpenAPI document and the checks
 * of plans, forms and stores derive from these rows.
 *
 * The interface documents no defaults; these are ours. It recommends at least 24 images for grids.
 * Null means no filter. `transparent: true` excludes images with transparent pixels.
 */
export const FILTERS = {
  count: { kind: "number", max: 100, default: 24 },
  safesearch: { kind: "choice", values: ["strict", "moderate"], default: "strict" },
  transparent: { kind: "flag", default: false },
  site: { kind: "host", default: null },
} as const satisfies Record<string, Filter>;

export type FilterName = keyof typeof FILTERS;

export type FilterRow = (typeof FILTERS)[FilterName];

type ValueOf<F extends Filter> = F extends { kind: "choice" }
  ? F["values"][number] | F["default"]
  : { number: number; flag: boolean; host: string | null; choice: never }[F["kind"]];

/** A value for every filter. */
export type FilterValues = { -readonly [Name in FilterName]: ValueOf<(typeof FILTERS)[Name]> };

/** The inputs of `GET {base_url}/v1/search`. Absent parameters are not sent. */
export type SearchParameters = { q: string } & {
  [Name in FilterName]?: NonNullable<FilterValues[Name]>;
};

export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[];

/** The parameter names, in the order in which we write them. */
export const SEARCH_PARAMETER_NAMES = ["q", ...FILTER_NAMES] as const;

/** Returns the values of a flag or a choice except its default; none for other filters. */
export function otherValues(name: FilterName): string[] {
  const filter: Filter = FILTERS[name];
  if (filter.kind === "flag") return ["true"];
  return filter.kind === "choice" ? filter.values.filter((each) => each !== filter.default) : [];
}

/**
 * Formats the parameters that are set as a URL-encoded query string.
 *
 * Spaces become `%20`, not `+`: both are legal in a query, but not every reader decodes `+` as a
 * space.
 */
export function formatSearchParameters(parameters: SearchParameters): string {
  const pairs: string[] = [];
  for (const name of SEARCH_PARAMETER_NAMES) {
    const value = parameters[name];
    if (value !== undefined) pairs.push(`${name}=${encodeURIComponent(String(value))}`);
  }
  return pairs.join("&");
}
