import { type Oklab, toOklab } from "./oklab";

/** The colours that a visitor can choose, in the order of the spectrum, with an example of each. */
const SWATCHES = {
  red: "#e02020",
  orange: "#f08019",
  brown: "#7b4a22",
  yellow: "#f5d90a",
  green: "#2f9e44",
  teal: "#12a5a0",
  blue: "#1f6fd6",
  purple: "#7b3fc4",
  pink: "#e64b9c",
  white: "#ffffff",
  grey: "#808080",
  black: "#000000",
} as const;

export type ColourName = keyof typeof SWATCHES;

export const COLOUR_NAMES = Object.keys(SWATCHES) as ColourName[];

export function isColourName(text: string): text is ColourName {
  return Object.hasOwn(SWATCHES, text);
}

/** Returns the sRGB value of a colour's swatch. */
export function swatchOf(name: ColourName): string {
  return SWATCHES[name];
}

type Wedge = readonly [toDegrees: number, ColourName];
const RED: Wedge = [360, "red"];

/**
 * Hue wedges in OKLCH for four bands of lightness, from dark to light. A wedge begins where the one
 * before it ends. The boundaries separate the names that people gave in two surveys
 * (docs/decisions/0031-naming-colours.md).
 */
const WEDGES: readonly { lightnessBelow: number; wedges: readonly Wedge[] }[] = [
  {
    lightnessBelow: 0.45,
    wedges: [
      [31, "red"],
      [102, "brown"],
      [183, "green"],
      [218, "teal"],
      [287, "blue"],
      [350, "purple"],
      [360, "red"],
    ],
  },
  {
    lightnessBelow: 0.6,
    wedges: [
      [6, "pink"],
      [36, "red"],
      [54, "orange"],
      [102, "brown"],
      [183, "green"],
      [215, "teal"],
      [288, "blue"],
      [343, "purple"],
      [360, "pink"],
    ],
  },
  {
    lightnessBelow: 0.76,
    wedges: [
      [20, "pink"],
      [34, "red"],
      [74, "orange"],
      [105, "yellow"],
      [174, "green"],
      [210, "teal"],
      [289, "blue"],
      [328, "purple"],
      [360, "pink"],
    ],
  },
  {
    lightnessBelow: Number.POSITIVE_INFINITY,
    wedges: [
      [42, "pink"],
      [78, "orange"],
      [115, "yellow"],
      [166, "green"],
      [200, "teal"],
      [289, "blue"],
      [333, "purple"],
      [360, "pink"],
    ],
  },
];

/** Returns the name that most people would give to a colour `#rrggbb`. */
export function nameOfColour(hex: string): ColourName {
  return nameOfOklab(parseHex(hex));
}

/** Returns the name that most people would give to a colour. */
export function nameOfOklab({ l, a, b }: Oklab): ColourName {
  const chroma = Math.hypot(a, b);
  const neutral = neutralName(l, chroma);
  if (neutral !== null) return neutral;
  const degrees = hueDegrees(a, b);
  const band = WEDGES.find(({ lightnessBelow }) => l < lightnessBelow);
  const [, name] = band?.wedges.find(([toDegrees]) => degrees < toDegrees) ?? RED;
  return dullName(name, l, chroma, degrees) ?? name;
}

/** Returns the name of a dull or pale colour; null if it has the name of its hue. */
function dullName(hue: ColourName, l: number, chroma: number, degrees: number): ColourName | null {
  switch (hue) {
    case "red":
      return l > 0.58 && chroma < 0.15 ? "pink" : null;
    case "teal":
      return l > 0.9 && chroma < 0.06 ? "blue" : null;
    case "orange":
      if (l > 0.78 && chroma < 0.1 && degrees < 58) return "pink";
      if (l > 0.84) return chroma < 0.05 ? creamName(l) : null;
      if (l > 0.68) return chroma < 0.1 ? "brown" : null;
      return chroma < (degrees < 46 ? 0.11 : 0.14) ? "brown" : null;
    case "yellow":
      if (l > 0.84) return chroma < 0.05 ? creamName(l) : null;
      return chroma < 0.1 ? "brown" : null;
    default:
      return null;
  }
}

const creamName = (l: number) => (l > 0.88 ? "white" : "brown");

/** Returns white, grey or black; null for a colour with a hue. Light colours show a tint earlier. */
function neutralName(l: number, chroma: number): ColourName | null {
  if (l > 0.9) return chroma < 0.02 ? "white" : null;
  if (l < 0.3) return chroma < 0.045 ? "black" : null;
  return chroma < (l > 0.7 ? 0.032 : 0.04) ? "grey" : null;
}

/** Where red begins: the pinks before it are at the end of the spectrum. */
const FIRST_HUE_DEGREES = 20;

/**
 * Returns a sort key from 0 to below 2: hues first, in the order of the rainbow from red, then greys
 * from light to dark.
 */
export function hueOrder(hex: string): number {
  const { l, a, b } = parseHex(hex);
  if (neutralName(l, Math.hypot(a, b)) !== null) return 1 + (1 - l) * 0.999;
  return ((hueDegrees(a, b) + 360 - FIRST_HUE_DEGREES) % 360) / 360;
}

/** Returns the perceived difference of two colours: their distance in OKLab, 1 from black to white. */
export function colourDistance(one: string, other: string): number {
  const [from, to] = [parseHex(one), parseHex(other)];
  return Math.hypot(from.l - to.l, from.a - to.a, from.b - to.b);
}

function hueDegrees(a: number, b: number): number {
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

function parseHex(hex: string): Oklab {
  const value = Number.parseInt(hex.slice(1), 16);
  return toOklab((value >> 16) & 255, (value >> 8) & 255, value & 255);
}
