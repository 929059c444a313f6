import "server-only";
import type { Sharp } from "sharp";
import sharp from "sharp";
import { accentOfPixels } from "@/lib/core/colour/accent-of-pixels";

const SIDE_PX = 48;

/**
 * Returns the colour that a person would name for a picture (`accentOfPixels`), as `#rrggbb`. Rejects
 * with sharp's error if the picture cannot be decoded.
 */
export async function accentColourOf(image: Sharp | Buffer): Promise<string> {
  const pipeline = Buffer.isBuffer(image) ? sharp(image) : image;
  const { data, info } = await pipeline
    .resize(SIDE_PX, SIDE_PX, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return accentOfPixels({ bytes: data, widthPx: info.width, heightPx: info.height });
}
