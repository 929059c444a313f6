import type { Problem } from "@/lib/contract/errors";
import {
  DEFAULT_FILTERS,
  QUERY_CHARACTERS_MAX,
  type SearchQuery,
} from "@/lib/contract/search-query";
import {
  FILTER_NAMES,
  FILTERS,
  type FilterRow,
  SEARCH_PARAMETER_NAMES,
} from "@/lib/protocol/search-parameters";
import { parseSite } from "./site";

export type ParsedSearchQuery =
  | { isValid: true; query: SearchQuery }
  | { isValid: false; problems: Problem[] };

/** Normalises a search text: NFC, trimmed, runs of white space as one space. */
export function normaliseText(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/gu, " ");
}

/**
 * Parses a search from a query string; the inverse of `formatSearchQuery`.
 *
 * Strict: every malformed, repeated or (unless `ignoreUnknown`) unknown parameter is reported, all at
 * once. Pages pass `ignoreUnknown` because their URL has other parameters too. A blank `site`, as the
 * empty field of a form sends it, means no site, unless `rejectBlank`.
 */
export function parseSearchQuery(
  parameters: URLSearchParams,
  { ignoreUnknown = false, rejectBlank = false } = {},
): ParsedSearchQuery {
  const problems: Problem[] = [];
  const known = new Set<string>(SEARCH_PARAMETER_NAMES);
  for (const name of new Set(parameters.keys())) {
    if (!known.has(name)) {
      if (!ignoreUnknown) {
        problems.push({ path: name.slice(0, 50), code: "unknown_parameter" });
      }
    } else if (parameters.getAll(name).length > 1) {
      problems.push({ path: name, code: "repeated" });
    }
  }

  const q = normaliseText(parameters.get("q") ?? "");
  const characters = [...q].length;
  if (characters === 0) {
    problems.push({ path: "q", code: "missing_q" });
  } else if (characters > QUERY_CHARACTERS_MAX) {
    problems.push({ path: "q", code: "long_q", params: { max: QUERY_CHARACTERS_MAX } });
  }

  const filters: Record<string, unknown> = {};
  for (const name of FILTER_NAMES) {
    const filter: FilterRow = FILTERS[name];
    const text = parameters.get(name);
    const isBlank = !rejectBlank && filter.default === null && text?.trim() === "";
    const value = text === null || isBlank ? filter.default : parseFilter(filter, text);
    if (value === undefined) {
      const params = filter.kind === "number" && { params: { max: filter.max } };
      problems.push({ path: name, code: `invalid_${name}`, ...params } as Problem);
    }
    filters[name] = value;
  }

  if (problems.length > 0) return { isValid: false, problems };
  return { isValid: true, query: { q, ...filters } as SearchQuery };
}

/** Returns the value in a parameter's text; undefined if it is malformed. */
function parseFilter(filter: FilterRow, text: string) {
  switch (filter.kind) {
    case "number": {
      const number = /^\d{1,3}$/.test(text) ? Number(text) : 0;
      return number >= 1 && number <= filter.max ? number : undefined;
    }
    case "choice":
      return filter.values.find((value) => value === text);
    case "flag":
      return text === "true" || (text === "false" ? false : undefined);
    case "host":
      return parseSite(text) ?? undefined;
  }
}

/**
 * Formats a search as a query string: the interface's names, defaults omitted, so that each search
 * has one URL.
 */
export function formatSearchQuery(query: SearchQuery): string {
  const parameters = new URLSearchParams({ q: query.q });
  for (const name of FILTER_NAMES) {
    if (query[name] !== DEFAULT_FILTERS[name]) parameters.set(name, String(query[name]));
  }
  return parameters.toString();
}

/**
 * Returns the parameters of a valid search as `formatSearchQuery` writes them, followed by all
 * others. Returns null if the parameters contain no default value. A form sends those of its untouched
 * fields.
 */
export function omitDefaults(parameters: URLSearchParams): URLSearchParams | null {
  const parsed = parseSearchQuery(parameters, { ignoreUnknown: true });
  if (!parsed.isValid) return null;
  const kept = new URLSearchParams(formatSearchQuery(parsed.query));
  const known = new Set<string>(SEARCH_PARAMETER_NAMES);
  for (const [name, value] of parameters) if (!known.has(name)) kept.append(name, value);
  return kept.size < parameters.size ? kept : null;
}
