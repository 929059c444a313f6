import "server-only";
import type { Sharp } from "sharp";
import type { Pixels } from "@/lib/core/colour/accent-of-pixels";

const SIDE_PX = 96;

/**
 * Returns an upright copy of a picture that is at most 96 px wide and high, in sRGB. Rejects with sharp's error
 * if the picture cannot be decoded.
 */
export async function smallCopyOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .autoOrient()
    .resize(SIDE_PX, SIDE_PX, {
      fit: "inside",
      withoutEnlargement: true,
      // The fast way leaves moiré in text, by which copies would differ.
      fastShrinkOnLoad: false,
    })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, widthPx: info.width, heightPx: info.height };
}
