import "server-only";
import sharp from "sharp";
import { originalCrop } from "@/lib/core/slots/original-crop";
import { type CropJob, MADE_BYTES_MAX } from "./decoder-protocol";
import { DRAWING_SIDE_PX } from "./inspect-picture";
import { type Made, type OpenPicture, rejected, withPicture } from "./open-picture";

/** Limits memory; no slot of a page needs more. */
const PIXELS_MAX = 40_000_000;
/** High quality, because the CMS encodes the file again. */
const JPEG = { quality: 90, chromaSubsampling: "4:4:4" } as const;

/**
 * Makes a file of a part of a picture: upright, in sRGB, never larger than the part. It is a PNG if any
 * of its pixels is transparent, because every program reads PNG, otherwise a JPEG
 * (docs/decisions/0068-crops-and-slots.md). Its only metadata is the job's.
 *
 * Runs in a decoder process only, one call at a time. Returns the reason for a failure instead of
 * throwing.
 */
export async function makeCrop(job: CropJob, bytes: Buffer): Promise<Made> {
  return withPicture(bytes, job, { sidePx: DRAWING_SIDE_PX }, async (picture) => {
    const original = { width: picture.widthPx, height: picture.heightPx };
    const crop = originalCrop(job.crop, job.of ?? original, original);
    if (crop === null) {
      return rejected("another-shape", `${picture.widthPx} x ${picture.heightPx}`);
    }
    const isScaled =
      job.size !== null && job.size.width <= crop.width && job.size.height <= crop.height;
    const size = isScaled ? job.size : null;
    const { width: widthPx, height: heightPx } = size ?? crop;
    if (widthPx * heightPx > PIXELS_MAX) {
      return rejected("too-large", "the crop has too many pixels");
    }
    const { data, info } = await croppedPixels(picture, { crop, size });
    const isOpaque = info.channels < 4 || isEveryPixelOpaque(data);
    const pixels = sharp(data, { raw: info }).withXmp(job.xmp);
    const file = isOpaque ? pixels.removeAlpha().jpeg(JPEG) : pixels.png();
    const body = await file.toBuffer();
    if (body.length > MADE_BYTES_MAX) return rejected("too-large", "the file has too many bytes");
    const format = isOpaque ? "jpeg" : "png";
    return { answer: { status: "made", format, widthPx, heightPx, rssBytes: 0 }, body };
  });
}

/** Returns the pixels of a part in sRGB, with an alpha channel if the picture has one. */
export function croppedPixels(
  { image }: OpenPicture,
  { crop, size }: Pick<CropJob, "crop" | "size">,
) {
  const { x: left, y: top, width, height } = crop;
  const part = image.extract({ left, top, width, height });
  const scaled = size === null ? part : part.resize({ ...size, fit: "fill" });
  return scaled.toColourspace("srgb").raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
}

function isEveryPixelOpaque(rgba: Buffer): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}
