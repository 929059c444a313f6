import sharp, { type Sharp } from "sharp";
import { brightnessOf, ssim } from "./ssim";

/** A photograph's pixels at a thumbnail's width, the reference for its encoded copies. */
export type Pixels = {
  widthPx: number;
  heightPx: number;
  /** A new sharp instance of the pixels. */
  picture(): Sharp;
  /** Returns the SSIM of an encoded copy. */
  ssimOf(encoded: Buffer): Promise<number>;
};

/** Decodes, rotates and resizes as the thumbnail pipeline does, so that only encoding is measured. */
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
    async ssimOf(encoded) {
      const pixels = await sharp(encoded).removeAlpha().raw().toBuffer();
      return ssim(original, brightnessOf(pixels, width, height));
    },
  };
}

const STEP = 4;

/**
 * Returns the bytes that an encoder needs for a given SSIM, interpolated log-linearly between a
 * quality below and one above. NaN if no quality reaches it. The search starts at `startQuality`.
 */
export async function bytesAtSsim(
  target: number,
  { ssimOf }: Pixels,
  encode: (quality: number) => Promise<Buffer>,
  startQuality: number,
): Promise<{ bytes: number; quality: number }> {
  const at = async (quality: number) => {
    const encoded = await encode(quality);
    return { quality, bytes: encoded.length, similarity: await ssimOf(encoded) };
  };
  let here = await at(startQuality);
  const step = here.similarity < target ? STEP : -STEP;
  for (let quality = startQuality + step; quality >= 1 && quality <= 100; quality += step) {
    const next = await at(quality);
    const [below, above] = step > 0 ? [here, next] : [next, here];
    if (below.similarity < target && above.similarity >= target) {
      const part = (target - below.similarity) / (above.similarity - below.similarity);
      return {
        bytes: below.bytes * (above.bytes / below.bytes) ** part,
        quality: Math.round(below.quality + part * STEP),
      };
    }
    here = next;
  }
  return { bytes: Number.NaN, quality: Number.NaN };
}
