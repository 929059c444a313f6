import type { Image } from "@/lib/contract/search-answer";
import {
  COLOUR_NAMES,
  type ColourName,
  hueOrder,
  nameOfColour,
} from "@/lib/core/colour/named-colour";
import { hasFolders } from "@/lib/core/image/image-place";
import {
  type HiddenReason,
  type HostCount,
  isAtLeast,
  ORIENTATIONS,
  type Orientation,
  orientationOf,
  type Refinement,
  refine,
  SIZES_MIN,
  type SizeMin,
  whyHidden,
} from "@/lib/core/refinement/refinement";

/** A choice, and how many images it would show. */
export type Choice<T> = { value: T; count: number };

/** The images of one colour name, a section of an answer's spectrum. */
export type ColourRange = Choice<ColourName> & {
  /** The accent colour of each image, `#rrggbb`, in the order of the spectrum. */
  accents: string[];
};

/** The choices that an answer offers: values of its images, and those already chosen. */
export type RefinementChoices = {
  orientation: Choice<Orientation>[];
  sizeMin: Choice<SizeMin>[];
  colour: ColourRange[];
  /** The host with the most images first. */
  hosts: HostCount[];
  /** Whether `hosts` are folders (`hasFolders`). */
  areFolders: boolean;
};

/** Returns the choices of each menu, counted under the rest of the current refinement. */
export function choicesOf(images: readonly Image[], refinement: Refinement): RefinementChoices {
  const without = (change: Partial<Refinement>) =>
    images.filter((image) => whyHidden(image, { ...refinement, ...change }) === null);
  const { orientation, sizeMin, colours } = refinement;

  const ofAnySize = without({ sizeMin: null });
  const orientations = without({ orientation: null }).map(orientationOf);
  const accents = without({ colours: [] })
    .flatMap(({ accentColor }) => accentColor ?? [])
    .toSorted((one, other) => hueOrder(one) - hueOrder(other));
  return {
    orientation: offered(ORIENTATIONS, orientation, (value) => countOf(orientations, value)),
    sizeMin: offered(
      SIZES_MIN,
      sizeMin,
      (value) => ofAnySize.filter((image) => isAtLeast(image, value)).length,
    ),
    colour: COLOUR_NAMES.map((value) => rangeOf(value, accents)).filter(
      ({ value, count }) => count > 0 || colours.includes(value),
    ),
    hosts: refine(images, refinement).hostCounts,
    areFolders: hasFolders(images),
  };
}

function rangeOf(value: ColourName, all: readonly string[]): ColourRange {
  const accents = all.filter((accent) => nameOfColour(accent) === value);
  return { value, count: accents.length, accents };
}

function offered<T>(all: readonly T[], chosen: T | null, count: (value: T) => number): Choice<T>[] {
  return all
    .map((value) => ({ value, count: count(value) }))
    .filter((choice) => choice.count > 0 || choice.value === chosen);
}

const countOf = <T>(values: readonly T[], value: T) =>
  values.filter((other) => other === value).length;

/** Counts hidden images by reason; each image counts once, under its first reason. */
export function countHidden(
  images: readonly Image[],
  refinement: Refinement,
): Partial<Record<HiddenReason, number>> {
  const counts: Partial<Record<HiddenReason, number>> = {};
  for (const image of images) {
    const reason = whyHidden(image, refinement);
    if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}
