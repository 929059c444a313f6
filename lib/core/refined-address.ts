/** The parameters a refinement adds to the address of a search; none is a name of the search's. */
export const REFINEMENT_PARAMETER_NAMES = ["orientation", "min", "colour", "host", "sort"] as const;

/**
 * Whether an address asks for a part of its answer, or for another order. Kept apart from what
 * reads it (`refinement-parameters.ts`): most addresses don't, and a page need not load that.
 */
export function hasRefinement(parameters: URLSearchParams): boolean {
  return REFINEMENT_PARAMETER_NAMES.some((name) => parameters.has(name));
}
