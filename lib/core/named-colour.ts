/** A colour in OKLab (Björn Ottosson, 2020): distances in it are how different colours look. */
type Oklab = readonly [lightness: number, a: number, b: number];

/**
 * The colours a person can ask for, each with the sRGB values that stand for it: one name covers
 * pale and dark tones, so most have several.
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

/** The sRGB value to paint a colour's swatch with. */
export function swatchOf(name: ColourName): string {
  return SAMPLES[name][0];
}

/** The name nearest to a colour `#rrggbb`, by distance in OKLab. */
export function nearestColour(hex: string): ColourName {
  const colour = toOklab(hex);
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
 * A place on the colour wheel for sorting, from 0 to below 2: hues first, in the order of the
 * rainbow, then what has none, from light to dark.
 */
export function hueOrder(hex: string): number {
  const [lightness, a, b] = toOklab(hex);
  if (Math.hypot(a, b) < 0.03) return 1 + (1 - lightness) * 0.999;
  const turn = Math.atan2(b, a) / (2 * Math.PI);
  return turn < 0 ? turn + 1 : turn;
}

const REFERENCES = COLOUR_NAMES.flatMap((name) =>
  SAMPLES[name].map((hex) => ({ name, sample: toOklab(hex) })),
);

function squaredDistance(one: Oklab, other: Oklab): number {
  return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2;
}

/** From sRGB `#rrggbb`; the matrices are those of https://bottosson.github.io/posts/oklab/. */
function toOklab(hex: string): Oklab {
  const value = Number.parseInt(hex.slice(1), 16);
  const red = toLinear((value >> 16) & 255);
  const green = toLinear((value >> 8) & 255);
  const blue = toLinear(value & 255);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** One sRGB channel of 0 to 255 as linear light (IEC 61966-2-1). */
function toLinear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
