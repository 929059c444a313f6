import { COLOUR_NAMES } from "./named-colour";
import { REFINEMENT_PARAMETER_NAMES } from "./refined-address";
import { LONGER_SIDES_PX, NO_REFINEMENT, ORIENTATIONS, type Refinement, SORTS } from "./refinement";
import { parseSite } from "./site";

/** More hosts than an answer can have. */
const HOSTS_MAX = 100;

/**
 * Reads a refinement from an address; the inverse of `formatRefinement`.
 *
 * What can't be read counts as not given: a refinement only changes what is shown of an answer that
 * is there already, and an error page would show nothing of it.
 */
export function parseRefinement(parameters: URLSearchParams): Refinement {
  const hosts = [...new Set(parameters.getAll("host"))].filter(isHost);
  return {
    orientation: oneOf(ORIENTATIONS, parameters.get("orientation")),
    longerSidePxMin: LONGER_SIDES_PX.find((side) => String(side) === parameters.get("min")) ?? null,
    colour: oneOf(COLOUR_NAMES, parameters.get("colour")),
    hosts: hosts.slice(0, HOSTS_MAX).sort(),
    sort: oneOf(SORTS, parameters.get("sort")) ?? NO_REFINEMENT.sort,
  };
}

/** Writes a refinement into an address beside the search; what is not set is taken out. */
export function formatRefinement(refinement: Refinement, parameters: URLSearchParams): void {
  const { orientation, longerSidePxMin, colour, hosts, sort } = refinement;
  const values = {
    orientation,
    min: longerSidePxMin,
    colour,
    host: hosts,
    sort: sort === NO_REFINEMENT.sort ? null : sort,
  };
  for (const name of REFINEMENT_PARAMETER_NAMES) {
    parameters.delete(name);
    for (const value of [values[name] ?? []].flat()) parameters.append(name, String(value));
  }
}

function oneOf<T extends string>(allowed: readonly T[], text: string | null): T | null {
  return allowed.find((value) => value === text) ?? null;
}

/** As answers have it: a host name, or an address literal. */
function isHost(text: string): boolean {
  return parseSite(text) === text || /^[\d.]{7,15}$|^\[[\da-f:.]{2,45}\]$/.test(text);
}
