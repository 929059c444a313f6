import type { ColourName } from "./named-colour";
import type { HiddenBecause, Orientation, Refinement, Sort } from "./refinement";
import { number } from "./word-forms";

/* What is said of a part of an answer: apart, since a refined address loads it at once. */

export const REFINED_WORDS = {
  orientation: {
    any: "Any orientation",
    landscape: "Landscape",
    portrait: "Portrait",
    square: "Square",
  } satisfies Record<Orientation | "any", string>,
  size: {
    any: "Any size",
    from: (sidePx: number) => `From ${sidePx} px`,
    note: "The longer side",
  },
  colour: {
    any: "Any colour",
    red: "Red",
    orange: "Orange",
    yellow: "Yellow",
    green: "Green",
    teal: "Teal",
    blue: "Blue",
    purple: "Purple",
    pink: "Pink",
    brown: "Brown",
    white: "White",
    grey: "Grey",
    black: "Black",
  } satisfies Record<ColourName | "any", string>,
  host: {
    any: "Any host",
    several: (count: number) => `${number(count)} hosts`,
  },
  sort: {
    rank: "Rank order",
    largest: "Largest first",
    smallest: "Smallest first",
    colour: "By colour",
    host: "By host",
  } satisfies Record<Sort, string>,
  submit: "Narrow, free",
  shown: (shown: number, all: number) => `${number(shown)} of ${number(all)}`,
  reset: "Reset",
  end: (shown: number, all: number, hidden: readonly string[]) =>
    `${[`${number(shown)} of ${number(all)} shown`, ...hidden].join(", ")}.`,
  notLoading: (count: number) => `${number(count)} would not load.`,
  none: "Nothing of this answer fits.",
  all: (count: number) => `Show all ${number(count)}`,
  /** Why so many are hidden, each for its first reason. */
  hidden: {
    orientation: (count, { orientation }) => `${are(count)} not ${orientation}`,
    longerSidePxMin: (count, { longerSidePxMin }) =>
      `${are(count)} smaller than ${longerSidePxMin} px`,
    unknownSize: (count) => `${are(count)} of unknown size`,
    colour: (count, { colour }) => `${are(count)} not ${colour}`,
    unknownColour: (count) => `${are(count)} of unknown colour`,
    hosts: (count, { hosts }) =>
      `${are(count)} not from ${hosts.length === 1 ? hosts[0] : "the chosen hosts"}`,
  } satisfies Record<HiddenBecause, (count: number, refinement: Refinement) => string>,
};

const are = (count: number) => `${number(count)} ${count === 1 ? "is" : "are"}`;
