import "server-only";
import type { ThumbnailFormat } from "./negotiate";

/**
 * `quick` is for the visitor who waits, `better` replaces it in the background once a picture has
 * been asked for twice.
 */
export type EncodeEffort = "quick" | "better";

export type EncodeSetting =
  | { format: "avif"; quality: number; effort: number }
  | { format: "webp"; quality: number; effort: number }
  | { format: "jpeg"; quality: number };

// Which is better when was measured: docs/decisions/0014-which-encoder-when.md.
const JPEG: EncodeSetting = { format: "jpeg", quality: 78 };
const WEBP: EncodeSetting = { format: "webp", quality: 75, effort: 4 };
/** As much like the original (SSIM) as WEBP is, for half to two thirds of its CPU. */
const AVIF_QUICK: EncodeSetting = { format: "avif", quality: 59, effort: 0 };
/** The same in 0.70 to 0.79 of the bytes, for 50 times the CPU. */
const AVIF_BETTER: EncodeSetting = { format: "avif", quality: 53, effort: 6 };

/** Narrower than this a quick AVIF is larger than WebP and hardly sooner made. */
const AVIF_QUICK_FROM_PX = 320;

/** How a thumbnail is encoded for a browser that takes `format`; what takes AVIF takes WebP, too. */
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
