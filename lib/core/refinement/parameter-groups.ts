import { SEARCH_PARAMETER_NAMES } from "@/lib/protocol/search-parameters";
import { REFINEMENT_PARAMETER_NAMES } from "./has-refinement";

/** `failed` is the code of the form's failed search (lib/gallery/search-endpoints.ts). */
const SEARCH_NAMES: readonly string[] = [...SEARCH_PARAMETER_NAMES, "failed"];
const REFINEMENT_NAMES: readonly string[] = REFINEMENT_PARAMETER_NAMES;

/**
 * The groups of a page's parameters, as query strings: equal strings mean that the group did not
 * change. Neither includes the view (view-parameters.ts) or unknown parameters.
 */
export type ParameterGroups = {
  /** Parsed by `readAsked` and `writtenFields`. */
  search: string;
  /** Parsed by `parseRefinement`. */
  refinement: string;
};

/** Splits the query string of a page of results. */
export function splitParameters(parameters: URLSearchParams): ParameterGroups {
  const group = (names: readonly string[]) =>
    new URLSearchParams([...parameters].filter(([name]) => names.includes(name))).toString();
  return { search: group(SEARCH_NAMES), refinement: group(REFINEMENT_NAMES) };
}

/** Identifies the images that a query string shows, by its search and its refinement. */
export function contentOf(parameters: URLSearchParams): string {
  const { search, refinement } = splitParameters(parameters);
  return `${search}&${refinement}`;
}
