import { isColourName } from "../colour/named-colour";
import { REFINEMENT_PARAMETER_NAMES } from "./has-refinement";
import {
  type ColourChoice,
  NO_REFINEMENT,
  ORIENTATIONS,
  type Refinement,
  SIZES_MIN,
  SORTS,
  sortColours,
} from "./refinement";

const PLACE_CHARACTERS_MAX = 1000;
/** An answer has fewer hosts. */
const HOSTS_MAX = 100;

/**
 * Parses a refinement from a query string; the inverse of `formatRefinement`.
 *
 * Ignores invalid values: the answer is loaded already, and an error page would hide it.
 */
export function parseRefinement(parameters: URLSearchParams): Refinement {
  const hosts = [...new Set(parameters.getAll("host"))].filter(isPlace);
  return {
    orientation: oneOf(ORIENTATIONS, parameters.get("orientation")),
    sizeMin: oneOf(SIZES_MIN, parameters.get("min")),
    colours: sortColours(parameters.getAll("colour").flatMap((text) => parseColour(text) ?? [])),
    hosts: hosts.slice(0, HOSTS_MAX).sort(),
    sort: oneOf(SORTS, parameters.get("sort")) ?? NO_REFINEMENT.sort,
  };
}

/** Writes a refinement into the query string of a search; removes parameters that are not set. */
export function formatRefinement(refinement: Refinement, parameters: URLSearchParams): void {
  const { orientation, sizeMin, colours, hosts, sort } = refinement;
  const values = {
    orientation,
    min: sizeMin,
    colour: colours.map((choice) => choice.replace("#", "")),
    host: hosts,
    sort: sort === NO_REFINEMENT.sort ? null : sort,
  };
  for (const name of REFINEMENT_PARAMETER_NAMES) {
    parameters.delete(name);
    for (const value of [values[name] ?? []].flat()) parameters.append(name, String(value));
  }
}

/** Parses a name, or three or six hexadecimal digits with or without "#"; null for anything else. */
export function parseColour(text: string): ColourChoice | null {
  if (isColourName(text)) return text;
  const [, digits] = /^\s*#?([\da-f]{6}|[\da-f]{3})\s*$/i.exec(text) ?? [];
  if (digits === undefined) return null;
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`.toLowerCase() as ColourChoice;
}

function oneOf<T extends string>(allowed: readonly T[], text: string | null): T | null {
  return allowed.find((value) => value === text) ?? null;
}

/** Returns whether `text` may be a host, or a folder of own pictures (`placeOf`). */
function isPlace(text: string): boolean {
  return text !== "" && text.length <= PLACE_CHARACTERS_MAX && !/\p{Cc}/u.test(text);
}
