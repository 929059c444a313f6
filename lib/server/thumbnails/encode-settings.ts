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

/** What is known about a job before its pixels are made. */
export type EncodeJob = {
  format: ThumbnailFormat;
  effort: EncodeEffort;
  /** Pixels of the original that have to be decoded. */
  sourcePixels: number;
  thumbnailPixels: number;
  /** True where the colours were sRGB and their conversion, half the decoding, was left out. */
  hasSparedConversion: boolean;
};

const WEBP: EncodeSetting = { format: "webp", quality: 75, effort: 4 };
const JPEG: EncodeSetting = { format: "jpeg", quality: 78 };
/** Measured at equal SSIM with WebP 75: 0.92 to 0.94 of its bytes, 1.7 times its CPU. */
const AVIF_QUICK: EncodeSetting = { format: "avif", quality: 58, effort: 1 };
/** 0.76 to 0.79 of the bytes, about 40 times the CPU. */
const AVIF_BETTER: EncodeSetting = { format: "avif", quality: 53, effort: 6 };

/** CPU in nanoseconds a pixel, measured on the photographs of `npm run bench:thumbs`. */
const COST_NS = { decode: 7, conversion: 8, webp: 68, avif: 107 };
/** CPU in nanoseconds whatever the size: encoders begin, a fetch, another process. */
const FIXED_NS = { webp: 2_100_000, avif: 4_700_000, fetch: 1_500_000, process: 1_500_000 };
/** A first answer may cost this much of what plain resizing to WebP costs. */
const FIRST_COST_MAX = 1.1;

/**
 * How a thumbnail is encoded. The first AVIF of a picture is made only where it costs the waiting
 * visitor no more than 1.1 times the WebP; where the pixels are cheap to decode and the encoding
 * would weigh too much, WebP goes out first, which everything that reads AVIF reads too.
 */
export function encodeSetting(job: EncodeJob): EncodeSetting {
  if (job.format === "jpeg") return JPEG;
  if (job.format === "webp") return WEBP;
  if (job.effort === "better") return AVIF_BETTER;
  const { sourcePixels, thumbnailPixels } = job;
  const decodeNs = FIXED_NS.fetch + sourcePixels * COST_NS.decode;
  const sparedNs = job.hasSparedConversion ? sourcePixels * COST_NS.conversion : 0;
  const plainNs = decodeNs + sparedNs + FIXED_NS.webp + thumbnailPixels * COST_NS.webp;
  const avifNs = FIXED_NS.avif + thumbnailPixels * COST_NS.avif;
  const oursNs = decodeNs + FIXED_NS.process + avifNs;
  return oursNs <= FIRST_COST_MAX * plainNs ? AVIF_QUICK : WEBP;
}
