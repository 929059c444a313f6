import { type ColourName, nameOfOklab } from "./named-colour";
import { fromOklab, type Oklab, toOklab } from "./oklab";

/** Pixels as bytes of red, green, blue and alpha, row by row. */
export type Pixels = { bytes: ArrayLike<number>; widthPx: number; heightPx: number };

/** Pixels that are more transparent are ignored. */
const ALPHA_MIN = 128;
const ACCENT_OF_NOTHING = "#ffffff";
/** How much a pixel in a corner counts; one in the middle counts 1. */
const CORNER_WEIGHT = 0.7;
/** Added to the chroma, so that dull colours count too. */
const CHROMA_BASE = 0.06;
/** Greys, and less so browns, are background more often than subject. */
const BACKGROUND_WEIGHT: Partial<Record<ColourName, number>> = {
  white: 0.2,
  grey: 0.2,
  black: 0.2,
  brown: 0.5,
};
/** Side of a cube in OKLab. The colours in one cube are one shade. */
const SHADE_SIDE = 0.07;

/** Sums of weighted colours. */
type Sum = Oklab & { weight: number };
type Cluster = { weight: number; shades: Map<string, Sum> };

/**
 * Returns the colour that a person would name for a picture, as `#rrggbb`. Expects a small thumbnail,
 * of about 48 px, because it looks at every pixel.
 *
 * The pixels of each colour name are a cluster. A cluster weighs more if it is larger, more colourful
 * or nearer to the middle; greys and browns weigh less. The result is the most frequent shade of the
 * heaviest cluster. The mean of all its shades may be a colour that the picture does not have.
 * docs/decisions/0031-naming-colours.md has the figures.
 *
 * Ignores pixels that are more than half transparent. A picture without other pixels is white.
 */
export function accentOfPixels({ bytes, widthPx, heightPx }: Pixels): string {
  const clusters = new Map<ColourName, Cluster>();
  for (let i = 0; i < widthPx * heightPx; i += 1) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [0, 1, 2, 3].map(
      (part) => bytes[4 * i + part],
    );
    if (alpha < ALPHA_MIN) continue;
    const x = ((i % widthPx) + 0.5) / widthPx;
    const y = (Math.floor(i / widthPx) + 0.5) / heightPx;
    addTo(clusters, toOklab(red, green, blue), placeWeight(x, y));
  }
  const [name, cluster] = heaviest([...clusters], ([, { weight }]) => weight) ?? [];
  if (cluster === undefined) return ACCENT_OF_NOTHING;
  const means = [...cluster.shades.values()].map(meanOf);
  // The mean of a shade at the boundary of a name may belong to the next name.
  const named = means.filter((mean) => nameOfOklab(mean) === name);
  const shade = heaviest(named.length > 0 ? named : means, ({ weight }) => weight);
  return shade === undefined ? ACCENT_OF_NOTHING : fromOklab(shade);
}

/** Returns a weight from 1 in the middle of the picture to `CORNER_WEIGHT` in its corners. */
function placeWeight(x: number, y: number): number {
  return 1 - (1 - CORNER_WEIGHT) * Math.hypot(x - 0.5, y - 0.5) * Math.SQRT2;
}

function addTo(clusters: Map<ColourName, Cluster>, colour: Oklab, place: number): void {
  const { l, a, b } = colour;
  const name = nameOfOklab(colour);
  const weight = place * (BACKGROUND_WEIGHT[name] ?? 1) * (CHROMA_BASE + Math.hypot(a, b));
  const cluster = clusters.get(name) ?? { weight: 0, shades: new Map() };
  cluster.weight += weight;
  clusters.set(name, cluster);
  const key = [l, a, b].map((part) => Math.round(part / SHADE_SIDE)).join();
  const shade = cluster.shades.get(key) ?? { weight: 0, l: 0, a: 0, b: 0 };
  cluster.shades.set(key, {
    weight: shade.weight + weight,
    l: shade.l + weight * l,
    a: shade.a + weight * a,
    b: shade.b + weight * b,
  });
}

function meanOf({ weight, l, a, b }: Sum): Sum {
  return { weight, l: l / weight, a: a / weight, b: b / weight };
}

/** Returns the first of the heaviest items; undefined if there are none. */
function heaviest<T>(items: readonly T[], weightOf: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (best, item) => (best === undefined || weightOf(item) > weightOf(best) ? item : best),
    undefined,
  );
}
