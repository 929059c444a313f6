import { COLOUR_NAMES } from "./named-colour";
import { LONGER_SIDES_PX, NO_REFINEMENT, ORIENTATIONS, type Refinement, SORTS } from "./refinement";
import { parseSite } from "./site";

/** The parameters a refinement adds to the address of a search; none is a name of the search's. */
export const REFINEMENT_PARAMETER_NAMES = ["orientation", "min", "colour", "host", "sort"] as const;

/**
 * Reads a refinement from an address; the inverse of `formatRefinement`.
 *
 * What can't be read counts as not given: a refinement only changes what is shown of an answer that
 * is there already, and an error page would show nothing of it.
 */
export function parseRefinement(parameters: URLSearchParams): Refinement {
  const host = parameters.get("host");
  return {
    orientation: oneOf(ORIENTATIONS, parameters.get("orientation")),
    longerSidePxMin: LONGER_SIDES_PX.find((side) => String(side) === parameters.get("min")) ?? null,
    colour: oneOf(COLOUR_NAMES, parameters.get("colour")),
    host: host !== null && isHost(host) ? host : null,
    sort: oneOf(SORTS, parameters.get("sort")) ?? NO_REFINEMENT.sort,
  };
}

/** Writes a refinement into an address beside the search; what is not set is taken out. */
export function formatRefinement(refinement: Refinement, parameters: URLSearchParams): void {
  const { orientation, longerSidePxMin, colour, host, sort } = refinement;
  const values = { orientation, min: longerSidePxMin, colour, host, sort };
  for (const name of REFINEMENT_PARAMETER_NAMES) {
    const value = values[name];
    if (value === null || value === NO_REFINEMENT.sort) parameters.delete(name);
    else parameters.set(name, String(value));
  }
}

function oneOf<T extends string>(allowed: readonly T[], text: string | null): T | null {
  return allowed.find((value) => value === text) ?? null;
}

/** As answers have it: a host name, or an address literal. */
function isHost(text: string): boolean {
  return parseSite(text) === text || /^[\d.]{7,15}$|^\[[\da-f:.]{2,45}\]$/.test(text);
}
