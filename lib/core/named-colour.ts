import { type Oklab, toOklab } from "./oklab";

/**
 * The colours a visitor can choose, each with sRGB samples: one name covers pale and dark tones, so
 * most have several.
 */
const SAMPLES = {
  red: ["#e02020", "#8b1414", "#f07070"],
  orange: ["#f08019", "#c4641a", "#ffa726", "#f7c08a"],
  yellow: ["#f5d90a", "#c9a800", "#f7e98a"],
  green: ["#2f9e44", "#1e5631", "#9bd39b", "#7a8f35", "#2ee62e"],
  teal: ["#12a5a0", "#0b5d5b", "#86d3d0"],
  blue: ["#1f6fd6", "#14306e", "#7eb2ee"],
  purple: ["#7b3fc4", "#43206e", "#b99ae0"],
  pink: ["#e64b9c", "#f4a9cd", "#a02c6a"],
  brown: ["#7b4a22", "#4a2c14", "#b08a66"],
  white: ["#ffffff", "#f1efea"],
  grey: ["#808080", "#b8b8b8", "#505050"],
  black: ["#000000", "#1c1c1c"],
} as const;

export type ColourName = keyof typeof SAMPLES;

export const COLOUR_NAMES = Object.keys(SAMPLES) as ColourName[];

/** The sRGB value of a colour's swatch. */
export function swatchOf(name: ColourName): string {
  return SAMPLES[name][0];
}

/** The name nearest to a colour `#rrggbb`, by distance in OKLab. */
export function nearestColour(hex: string): ColourName {
  const colour = parseHex(hex);
  let nearest: ColourName = "grey";
  let least = Number.POSITIVE_INFINITY;
  for (const { name, sample } of REFERENCES) {
    const distance = squaredDistance(colour, sample);
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

/**
 * A sort key from 0 to below 2: hues first, in the order of the rainbow, then greys from light to
 * dark.
 */
export function hueOrder(hex: string): number {
  const { l, a, b } = parseHex(hex);
  if (Math.hypot(a, b) < 0.03) return 1 + (1 - l) * 0.999;
  const turn = Math.atan2(b, a) / (2 * Math.PI);
  return turn < 0 ? turn + 1 : turn;
}

const REFERENCES = COLOUR_NAMES.flatMap((name) =>
  SAMPLES[name].map((hex) => ({ name, sample: parseHex(hex) })),
);

function squaredDistance(one: Oklab, other: Oklab): number {
  return (one.l - other.l) ** 2 + (one.a - other.a) ** 2 + (one.b - other.b) ** 2;
}

function parseHex(hex: string): Oklab {
  const value = Number.parseInt(hex.slice(1), 16);
  return toOklab((value >> 16) & 255, (value >> 8) & 255, value & 255);
}
