import sharp, { type Sharp } from "sharp";
import { brightnessOf, ssim } from "../ssim";

/** A photograph's pixels at a thumbnail's width, and what its encoded copies are compared with. */
export type Pixels = {
  widthPx: number;
  heightPx: number;
  /** The pixels, to be encoded; a new one each time. */
  picture(): Sharp;
  /** The SSIM of an encoded copy. */
  likeness(encoded: Buffer): Promise<number>;
};

/** Decodes, turns and resizes as thumbnails are, so that only encoding is left to be measured. */
export async function pixelsOf(photograph: Buffer, widthPx: number): Promise<Pixels> {
  const { data, info } = await sharp(photograph)
    .rotate()
    .resize(widthPx)
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const raw = { width, height, channels: 3 } as const;
  const original = brightnessOf(data, width, height);
  return {
    widthPx: width,
    heightPx: height,
    picture: () => sharp(data, { raw }),
    async likeness(encoded) {
      const pixels = await sharp(encoded).removeAlpha().raw().toBuffer();
      return ssim(original, brightnessOf(pixels, width, height));
    },
  };
}

const STEP = 4;

/**
 * The size in bytes that an encoder needs for a likeness: encoded below and above it, and read off
 * the line between the two. NaN where no quality gets there. `quality` is about where.
 */
export async function bytesAtLikeness(
  target: number,
  { likeness }: Pixels,
  encode: (quality: number) => Promise<Buffer>,
  startQuality: number,
): Promise<{ bytes: number; quality: number }> {
  const at = async (quality: number) => {
    const encoded = await encode(quality);
    return { quality, bytes: encoded.length, likeness: await likeness(encoded) };
  };
  let here = await at(startQuality);
  const step = here.likeness < target ? STEP : -STEP;
  for (let quality = startQuality + step; quality >= 1 && quality <= 100; quality += step) {
    const next = await at(quality);
    const [below, above] = step > 0 ? [here, next] : [next, here];
    if (below.likeness < target && above.likeness >= target) {
      const part = (target - below.likeness) / (above.likeness - below.likeness);
      return {
        bytes: below.bytes * (above.bytes / below.bytes) ** part,
        quality: Math.round(below.quality + part * STEP),
      };
    }
    here = next;
  }
  return { bytes: Number.NaN, quality: Number.NaN };
}
