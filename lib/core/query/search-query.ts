import type { Problem } from "@/lib/contract/errors";
import {
  COUNT_MAX,
  DEFAULT_FILTERS,
  QUERY_CHARACTERS_MAX,
  type SearchQuery,
} from "@/lib/contract/search-query";
import { SEARCH_PARAMETER_NAMES } from "@/lib/protocol/search-parameters";
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
 * Strict: every malformed, repeated or (unless `ignoreUnknown`) unknown parameter is reported, all
 * at once. Pages pass `ignoreUnknown` because their URL carries more than the search.
 */
export function parseSearchQuery(
  parameters: URLSearchParams,
  { ignoreUnknown = false }: { ignoreUnknown?: boolean } = {},
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

  const count = parseCount(parameters.get("count"), problems);
  const safesearch = parseSafesearch(parameters.get("safesearch"), problems);
  const transparent = parseTransparent(parameters.get("transparent"), problems);

  let site: string | null = null;
  const siteText = parameters.get("site");
  if (siteText !== null && siteText.trim() !== "") {
    site = parseSite(siteText);
    if (site === null) {
      problems.push({ path: "site", code: "invalid_site" });
    }
  }

  if (problems.length > 0) return { isValid: false, problems };
  return { isValid: true, query: { q, count, safesearch, transparent, site } };
}

function parseCount(text: string | null, problems: Problem[]): number {
  if (text === null) return DEFAULT_FILTERS.count;
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > COUNT_MAX) {
    problems.push({ path: "count", code: "invalid_count", params: { max: COUNT_MAX } });
  }
  return count;
}

function parseSafesearch(text: string | null, problems: Problem[]): SearchQuery["safesearch"] {
  if (text === null) return DEFAULT_FILTERS.safesearch;
  if (text === "strict" || text === "moderate") return text;
  problems.push({ path: "safesearch", code: "invalid_safesearch" });
  return DEFAULT_FILTERS.safesearch;
}

function parseTransparent(text: string | null, problems: Problem[]): boolean {
  if (text === null) return DEFAULT_FILTERS.transparent;
  if (text !== "true" && text !== "false") {
    problems.push({ path: "transparent", code: "invalid_transparent" });
  }
  return text === "true";
}

/**
 * Writes a search as a query string: the interface's names, defaults omitted, so that each search has
 * one URL.
 */
export function formatSearchQuery(query: SearchQuery): string {
  const parameters = new URLSearchParams({ q: query.q });
  if (query.count !== DEFAULT_FILTERS.count) parameters.set("count", String(query.count));
  if (query.safesearch !== DEFAULT_FILTERS.safesearch) {
    parameters.set("safesearch", query.safesearch);
  }
  if (query.transparent) parameters.set("transparent", "true");
  if (query.site !== null) parameters.set("site", query.site);
  return parameters.toString();
}

/**
 * Returns the parameters of a valid search as `formatSearchQuery` writes them, and others after them;
 * null if none of them repeats a default, as the untouched fields of a form do.
 */
export function omitDefaults(parameters: URLSearchParams): URLSearchParams | null {
  const parsed = parseSearchQuery(parameters, { ignoreUnknown: true });
  if (!parsed.isValid) return null;
  const kept = new URLSearchParams(formatSearchQuery(parsed.query));
  const known = new Set<string>(SEARCH_PARAMETER_NAMES);
  for (const [name, value] of parameters) if (!known.has(name)) kept.append(name, value);
  return kept.size < parameters.size ? kept : null;
}
