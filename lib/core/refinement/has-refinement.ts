/** The query parameters of a refinement; none is a parameter of a search. */
export const REFINEMENT_PARAMETER_NAMES = ["orientation", "min", "colour", "host", "sort"] as const;

/**
 * Returns whether a query string has a refinement. A page loads `refinement-parameters.ts` only if it
 * does, so this function is in its own file.
 */
export function hasRefinement(parameters: URLSearchParams): boolean {
  return REFINEMENT_PARAMETER_NAMES.some((name) => parameters.has(name));
}
