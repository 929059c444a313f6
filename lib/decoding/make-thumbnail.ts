import "server-only";
import sharp, { type Sharp } from "sharp";
import { isLightboxWidth, STRIP_RATIO } from "@/lib/core/image/thumbnail-width";
import type { ThumbnailJob } from "./decoder-protocol";
import { betterQuality, type EncodeSetting, encodeSetting } from "./encode-settings";
import { type Made, withPicture } from "./open-picture";
import { type RgbPixels, similarityOf } from "./similarity";

/** Pixels that a strip may have in any width: fewer than the largest tile has. */
const STRIP_PIXELS = 2_000_000;
/** The longest side that WebP can have. */
const SIDE_PX_MAX = 16_383;
/** How often a picture for the lightbox is encoded at most. */
const ATTEMPTS_MAX = 3;
/** JPEG has no transparency. */
const JPEG_BACKGROUND = "#ffffff";

/**
 * Makes one thumbnail: upright, in sRGB, without metadata, never larger than the original. Runs in a
 * decoder process only, one call at a time.
 *
 * Returns the reason for an undecodable file instead of throwing.
 */
export async function makeThumbnail(job: ThumbnailJob, bytes: Buffer): Promise<Made> {
  return withPicture(bytes, job, job, async (picture) => {
    const size = thumbnailSize(picture, job.widthPx);
    const resized = picture.image.resize({ ...size, fit: "fill" }).toColourspace("srgb");
    const setting = encodeSetting(job.format, job.effort, job.widthPx);
    const encode = isLightboxWidth(job.widthPx) ? encodeFaithfully : encodeOnce;
    const { data, info } = await encode(resized, setting);
    const made = { format: setting.format, widthPx: info.width, heightPx: info.height };
    return { answer: { status: "made", ...made, rssBytes: 0 }, body: data };
  });
}

/**
 * Returns a thumbnail's size in pixels, at most the picture's: `widthPx` wide. A wide strip of that width
 * would be a line, so a third of `widthPx` is its height. Strips are smaller if they would have too many
 * pixels.
 */
export function thumbnailSize(
  picture: { widthPx: number; heightPx: number },
  widthPx: number,
): { width: number; height: number } {
  const { widthPx: ownWidth, heightPx: ownHeight } = picture;
  const isWide = ownWidth > STRIP_RATIO * ownHeight;
  const scale = Math.min(
    1,
    isWide ? widthPx / STRIP_RATIO / ownHeight : widthPx / ownWidth,
    Math.sqrt(Math.max(STRIP_RATIO * widthPx ** 2, STRIP_PIXELS) / (ownWidth * ownHeight)),
    SIDE_PX_MAX / Math.max(ownWidth, ownHeight),
  );
  return {
    // A picture of one pixel means that the thumbnail failed.
    width: Math.max(2, Math.round(ownWidth * scale)),
    height: Math.max(1, Math.round(ownHeight * scale)),
  };
}

function encodeOnce(image: Sharp, setting: EncodeSetting) {
  return output(image, setting).toBuffer({ resolveWithObject: true });
}

/**
 * Encodes with the quality at which this picture is similar to its original: detail such as grain
 * needs more than the setting (docs/decisions/0060-quality-of-lightbox-pictures.md).
 */
async function encodeFaithfully(resized: Sharp, setting: EncodeSetting) {
  const { data, info } = await resized
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const picture = () => sharp(data, { raw: { width, height, channels } });
  const original = await pixelsOf(picture());
  for (let quality = setting.quality, attempt = 1; ; attempt += 1) {
    const encoded = await encodeOnce(picture(), { ...setting, quality });
    if (attempt === ATTEMPTS_MAX) return encoded;
    const better = betterQuality(
      quality,
      similarityOf(original, await pixelsOf(sharp(encoded.data))),
    );
    if (better === null) return encoded;
    quality = better;
  }
}

async function pixelsOf(picture: Sharp): Promise<RgbPixels> {
  const { data, info } = await picture
    .flatten({ background: JPEG_BACKGROUND })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, widthPx: info.width, heightPx: info.height };
}

function output(image: Sharp, setting: EncodeSetting): Sharp {
  if (setting.format === "jpeg") {
    const opaque = image.flatten({ background: JPEG_BACKGROUND });
    return opaque.jpeg({ quality: setting.quality, mozjpeg: true });
  }
  const { format, quality, effort } = setting;
  if (format === "webp") return image.webp({ quality, effort });
  // Chroma at half resolution, as in WebP and JPEG: the difference is not visible at this size.
  return image.avif({ quality, effort, chromaSubsampling: "4:2:0", tune: "ssim" });
}
