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
/** The same SSIM in 0.70 to 0.79 of the bytes, for 50 times the CPU time. */
const AVIF_BETTER: EncodeSetting = { format: "avif", quality: 53, effort: 6 };

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
