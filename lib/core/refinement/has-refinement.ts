/** The query parameters of a refinement; none is a parameter of a search. */
export const REFINEMENT_PARAMETER_NAMES = ["orientation", "min", "colour", "host", "sort"] as const;

/**
 * Whether a query string has a refinement. Apart from `refinement-parameters.ts`, which a page loads
 * only where this is true.
 */
export function hasRefinement(parameters: URLSearchParams): boolean {
  return REFINEMENT_PARAMETER_NAMES.some((name) => parameters.has(name));
}
