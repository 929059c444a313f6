import "server-only";
import type { Sharp } from "sharp";
import sharp from "sharp";
import { fromOklab, type Oklab, toOklab } from "@/lib/core/oklab";

const SIDE_PX = 48;
const HUE_BINS = 12;
const LIGHTNESS_BINS = 3;
/** Colours of less chroma count as neutral. */
const CHROMA_MIN = 0.03;
const NEUTRAL_WEIGHT = 0.3;
/** Gives a picture of neutral colours a heaviest bin too. */
const WEIGHT_BASE = 0.02;
const ALPHA_MIN = 128;
const WHITE = "#ffffff";

type Bin = { weight: number; l: number; a: number; b: number };

/**
 * Returns a picture's most prominent colour as `#rrggbb`: its pixels at 48 px are sorted into bins by
 * hue and lightness and weighted by chroma; the result is the mean of the heaviest bin. (The mean of
 * all pixels is muddy, and the most frequent colour is often a dark frame.)
 *
 * Ignores pixels that are more than half transparent; a picture without others is white. Rejects with
 * sharp's error if the picture cannot be decoded.
 */
export async function accentColourOf(image: Sharp | Buffer): Promise<string> {
  const pipeline = Buffer.isBuffer(image) ? sharp(image) : image;
  const { data } = await pipeline
    .resize(SIDE_PX, SIDE_PX, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const bins = new Map<number, Bin>();
  for (let i = 0; i + 3 < data.length; i += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(i, i + 4);
    if (alpha >= ALPHA_MIN) addTo(bins, toOklab(red, green, blue));
  }
  const heaviest = [...bins.values()].reduce<Bin | null>(
    (best, bin) => (best === null || bin.weight > best.weight ? bin : best),
    null,
  );
  if (heaviest === null) return WHITE;
  const { weight, l, a, b } = heaviest;
  return fromOklab({ l: l / weight, a: a / weight, b: b / weight });
}

function addTo(bins: Map<number, Bin>, { l, a, b }: Oklab): void {
  const chroma = Math.hypot(a, b);
  const isNeutral = chroma < CHROMA_MIN;
  const turn = (Math.atan2(b, a) / (2 * Math.PI) + 1) % 1;
  const hueBin = isNeutral ? HUE_BINS : Math.floor(turn * HUE_BINS);
  const lightnessBin = Math.min(LIGHTNESS_BINS - 1, Math.floor(l * LIGHTNESS_BINS));
  const weight = (WEIGHT_BASE + chroma) * (isNeutral ? NEUTRAL_WEIGHT : 1);
  const key = hueBin * LIGHTNESS_BINS + lightnessBin;
  const bin = bins.get(key) ?? { weight: 0, l: 0, a: 0, b: 0 };
  bins.set(key, {
    weight: bin.weight + weight,
    l: bin.l + l * weight,
    a: bin.a + a * weight,
    b: bin.b + b * weight,
  });
}
