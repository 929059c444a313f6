import "server-only";
/** The formats of thumbnails, best first. */
export type ThumbnailFormat = "avif" | "webp" | "jpeg";

/** `quick` while a visitor waits; `better` replaces it later, in the background. */
export type EncodeEffort = "quick" | "better";

export type EncodeSetting =
  | { format: "avif" | "webp"; quality: number; effort: number }
  | { format: "jpeg"; quality: number };

// Measured: docs/decisions/0014-thumbnail-encoders.md.
const JPEG: EncodeSetting = { format: "jpeg", quality: 78 };
const WEBP: EncodeSetting = { format: "webp", quality: 75, effort: 4 };
/** The same SSIM as WEBP for half to two thirds of the CPU time. */
const AVIF_QUICK: EncodeSetting = { format: "avif", quality: 59, effort: 0 };
/** The same SSIM in 0.72 to 0.84 of the bytes, for about 25 times the CPU time. */
const AVIF_BETTER: EncodeSetting = { format: "avif", quality: 53, effort: 4 };

/** Below this width a quick AVIF is larger than WebP and hardly faster. */
const AVIF_QUICK_FROM_PX = 320;

/** Returns the encoding for a browser that accepts `format`. For AVIF, it may also be WebP. */
export function encodeSetting(
  format: ThumbnailFormat,
  effort: EncodeEffort,
  widthPx: number,
): EncodeSetting {
  if (format === "jpeg") return JPEG;
  if (format === "webp") return WEBP;
  if (effort === "better") return AVIF_BETTER;
  return widthPx < AVIF_QUICK_FROM_PX ? WEBP : AVIF_QUICK;
}

/**
 * The similarity to the original that pictures in the lightbox have. By Gaussian windows, as SSIM is
 * defined, it is up to 0.004 less.
 */
const SIMILARITY_MIN = 0.974;
const QUALITY_MAX = 92;
/** By this much more quality, the difference from the original shrinks to a third. */
const QUALITY_PER_THIRD = 25;

/**
 * Returns the quality at which a picture is likely to be similar enough to its original, from its
 * similarity at `quality`; null if it is, or if no quality helps.
 */
export function betterQuality(quality: number, similarity: number): number | null {
  if (similarity >= SIMILARITY_MIN || quality >= QUALITY_MAX) return null;
  const thirds = Math.log((1 - similarity) / (1 - SIMILARITY_MIN)) / Math.log(3);
  return Math.min(QUALITY_MAX, quality + Math.max(3, Math.ceil(thirds * QUALITY_PER_THIRD)));
}
