import type { Image } from "@/lib/contract/search-answer";
import {
  COLOUR_NAMES,
  type ColourName,
  colourDistance,
  hueOrder,
  nameOfColour,
} from "../colour/named-colour";
import { placeOf } from "../image/image-place";

export const ORIENTATIONS = ["landscape", "portrait", "square"] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

/** The minimum sizes that a visitor can choose, width × height in pixels. The last is for a phone. */
export const SIZES_MIN = [
  "640x360",
  "1280x720",
  "1600x900",
  "1920x1080",
  "2560x1440",
  "3840x2160",
  "1080x1920",
] as const;
export type SizeMin = (typeof SIZES_MIN)[number];

/** `rank` is the service's own order. */
export const SORTS = ["rank", "largest", "smallest", "colour", "host"] as const;
export type Sort = (typeof SORTS)[number];

/** A colour `#rrggbb`, which also matches similar colours. */
export type ColourCode = `#${string}`;
export type ColourChoice = ColourName | ColourCode;

export function isColourCode(choice: ColourChoice): choice is ColourCode {
  return choice.startsWith("#");
}

/** The largest distance between similar colours: other shades, but not the next hue. */
const LIKE_DISTANCE_MAX = 0.12;

/** Filters and sorts the answer already loaded; null means "any". Costs no search. */
export type Refinement = {
  orientation: Orientation | null;
  sizeMin: SizeMin | null;
  /** An image matches any of these, in the order of `COLOUR_NAMES`; empty for any colour. */
  colours: readonly ColourChoice[];
  /** An image matches any of these hosts, or folders of own pictures, sorted; empty for any. */
  hosts: readonly string[];
  sort: Sort;
};

export const NO_REFINEMENT: Refinement = {
  orientation: null,
  sizeMin: null,
  colours: [],
  hosts: [],
  sort: "rank",
};

/** `host` may be a folder (`placeOf`). */
export type HostCount = { host: string; count: number };

/** The part of an answer that is shown. */
export type Refined = {
  images: Image[];
  /** Images of the answer that the refinement hides. */
  hiddenCount: number;
  /**
   * How many images of each host match the rest of the refinement, the highest count first; includes
   * every chosen host.
   */
  hostCounts: HostCount[];
};

/** An image is square if its ratio differs from 1 by at most this. */
const SQUARE_TOLERANCE = 0.05;

/**
 * Filters and sorts an answer. A filter by size or colour hides images of unknown size or colour.
 * The sort is stable.
 */
export function refine(images: readonly Image[], refinement: Refinement): Refined {
  const ofAnyHost = images.filter(
    (image) => whyHidden(image, { ...refinement, hosts: [] }) === null,
  );
  const { hosts } = refinement;
  const shown =
    hosts.length === 0 ? ofAnyHost : ofAnyHost.filter((image) => hosts.includes(placeOf(image)));
  return {
    // Images that have all words of the search stay before those with synonyms and kinds.
    images: [
      ...sortImages(
        shown.filter(({ isRelated }) => !isRelated),
        refinement.sort,
      ),
      ...sortImages(
        shown.filter(({ isRelated }) => isRelated),
        refinement.sort,
      ),
    ],
    hiddenCount: images.length - shown.length,
    hostCounts: countHosts(ofAnyHost, hosts),
  };
}

/** Returns whether the refinement hides or reorders anything. */
export function isRefined(refinement: Refinement): boolean {
  const { orientation, sizeMin, colours, hosts, sort } = refinement;
  const isPart = orientation !== null || sizeMin !== null || colours.length > 0;
  return isPart || hosts.length > 0 || sort !== NO_REFINEMENT.sort;
}

/** Returns the orientation of an image; null if its size is unknown. */
export function orientationOf({ width, height }: Image): Orientation | null {
  if (width === null || height === null) return null;
  const ratio = width / height;
  if (Math.abs(ratio - 1) <= SQUARE_TOLERANCE) return "square";
  return ratio > 1 ? "landscape" : "portrait";
}

/** The part of a refinement that an image does not match, or an unknown value of the image. */
export const HIDDEN_REASONS = [
  "orientation",
  "sizeMin",
  "unknownSize",
  "colours",
  "unknownColour",
  "hosts",
] as const;
export type HiddenReason = (typeof HIDDEN_REASONS)[number];

/** Returns the first reason why a refinement hides an image; null if it shows it. */
export function whyHidden(image: Image, refinement: Refinement): HiddenReason | null {
  const { orientation, sizeMin, colours, hosts } = refinement;
  const its = orientationOf(image);
  if (its === null && (orientation !== null || sizeMin !== null)) return "unknownSize";
  if (orientation !== null && its !== orientation) return "orientation";
  if (sizeMin !== null && !isAtLeast(image, sizeMin)) return "sizeMin";
  if (colours.length > 0) {
    if (image.accentColor === null) return "unknownColour";
    if (!isAnyOf(image.accentColor, colours)) return "colours";
  }
  return hosts.length === 0 || hosts.includes(placeOf(image)) ? null : "hosts";
}

/** Sorts chosen colours in the order of `Refinement.colours` and removes repeats. */
export function sortColours(colours: Iterable<ColourChoice>): ColourChoice[] {
  const chosen = new Set(colours);
  const named = COLOUR_NAMES.filter((name) => chosen.has(name));
  return [...named, ...[...chosen].filter(isColourCode).sort()];
}

function isAnyOf(accentColor: string, colours: readonly ColourChoice[]): boolean {
  const name = nameOfColour(accentColor);
  return colours.some((choice) =>
    isColourCode(choice)
      ? colourDistance(accentColor, choice) <= LIKE_DISTANCE_MAX
      : choice === name,
  );
}

/** Returns whether an image has at least this size; false if its size is unknown. */
export function isAtLeast({ width, height }: Image, size: SizeMin): boolean {
  const [widthMin = 0, heightMin = 0] = size.split("x").map(Number);
  return width !== null && height !== null && width >= widthMin && height >= heightMin;
}

function countHosts(images: readonly Image[], chosen: readonly string[]): HostCount[] {
  const counts = new Map<string, number>(chosen.map((host) => [host, 0]));
  for (const host of images.map(placeOf)) counts.set(host, (counts.get(host) ?? 0) + 1);
  return [...counts]
    .map(([host, count]) => ({ host, count }))
    .sort((one, other) => other.count - one.count || compareText(one.host, other.host));
}

function sortImages(images: Image[], sort: Sort): Image[] {
  switch (sort) {
    case "rank":
      return images;
    case "largest":
      return images.toSorted((one, other) => areaPx(other, 0) - areaPx(one, 0));
    case "smallest":
      // Images of unknown size come last in both orders.
      return images.toSorted(
        (one, other) => areaPx(one, UNKNOWN_LAST) - areaPx(other, UNKNOWN_LAST),
      );
    case "colour":
      return images.toSorted((one, other) => hueOf(one) - hueOf(other));
    case "host":
      return images.toSorted((one, other) => compareText(placeOf(one), placeOf(other)));
  }
}

const UNKNOWN_LAST = Number.MAX_VALUE;

function areaPx({ width, height }: Image, unknown: number): number {
  return width === null || height === null ? unknown : width * height;
}

function hueOf({ accentColor }: Image): number {
  return accentColor === null ? UNKNOWN_LAST : hueOrder(accentColor);
}

/** Compares by code units, so that the server and every browser agree. */
function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
