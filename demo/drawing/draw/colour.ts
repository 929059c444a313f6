type Lab = readonly [L: number, a: number, b: number];

const toLinear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const fromLinear = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);

const known = new Map<string, Lab>();

function labOf(colour: string): Lab {
  const before = known.get(colour);
  if (before) return before;
  const value = Number.parseInt(colour.slice(1), 16);
  const r = toLinear(((value >> 16) & 255) / 255);
  const g = toLinear(((value >> 8) & 255) / 255);
  const b = toLinear((value & 255) / 255);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lab: Lab = [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
  if (known.size < 4000) known.set(colour, lab);
  return lab;
}

function hexOf([L, a, b]: Lab): string {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels
    .map((c) =>
      Math.round(Math.min(1, Math.max(0, fromLinear(Math.max(0, c)))) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** The colour a share `t` (0 to 1) of the way from `a` to `b`, in OKLab. */
export function mix(a: string, b: string, t: number): string {
  const [p, q] = [labOf(a), labOf(b)];
  return hexOf([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, p[2] + (q[2] - p[2]) * t]);
}

/** Adds to the lightness (0 black, 1 white); a negative number darkens. */
export function lighten(colour: string, deltaL: number): string {
  const [L, a, b] = labOf(colour);
  return hexOf([Math.min(1, Math.max(0, L + deltaL)), a, b]);
}

/** Turns the hue and keeps lightness and chroma. */
export function turnHue(colour: string, degrees: number): string {
  const [L, a, b] = labOf(colour);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return hexOf([L, a * cos - b * sin, a * sin + b * cos]);
}

/** OKLab lightness, 0 black to 1 white. */
export function lightness(colour: string): number {
  return labOf(colour)[0];
}

type Hue = readonly [upTo: number, dark: string, middle: string, light: string];

const HUES: readonly Hue[] = [
  [12, "plum", "rose", "pink"],
  [45, "maroon", "red", "coral"],
  [66, "brown", "orange", "apricot"],
  [84, "brown", "amber", "peach"],
  [112, "olive", "yellow", "cream"],
  [152, "forest green", "green", "pale green"],
  [180, "forest green", "emerald", "mint"],
  [218, "deep teal", "teal", "aqua"],
  [262, "navy", "blue", "sky blue"],
  [290, "navy", "blue", "lavender"],
  [330, "plum", "violet", "lilac"],
  [361, "plum", "magenta", "pink"],
];

/** The everyday word for a colour: "teal", "plum", "grey". */
export function colourWord(colour: string): string {
  const [L, a, b] = labOf(colour);
  const chroma = Math.hypot(a, b);
  if (chroma < 0.035) {
    if (L > 0.93) return "white";
    if (L < 0.3) return "black";
    return L > 0.82 && b > 0.012 ? "cream" : "grey";
  }
  if (L > 0.9 && chroma < 0.075 && b > 0) return "cream";
  const degrees = ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  const [, dark, middle, light] = HUES.find(([upTo]) => degrees < upTo) ?? [0, "", "red", ""];
  if (L < 0.42) return dark || middle;
  return L > 0.77 ? light || middle : middle;
}
