import "server-only";
import { createHash } from "node:crypto";
import sharp, { type Metadata, type Sharp } from "sharp";
import { accentOfPixels } from "@/lib/core/colour/accent-of-pixels";
import { type Fingerprint, fingerprintOf } from "@/lib/core/image/fingerprint";
import type { ImageFormat } from "@/lib/platform/sniff-format";
import { type FileMetadata, METADATA_BLOCK_BYTES_MAX } from "./file-metadata";
import { withLoader } from "./loaders";
import { lacksEndMarker, readableSvg, withEndMarker } from "./mended-file";
import { pickMetadata } from "./pick-metadata";
import { readJpeg } from "./read-jpeg";
import { pngGamma, readPngTexts } from "./read-png";
import { smallCopyOf } from "./small-copy";
import { svgDensity } from "./svg-density";
import {
  INSPECTED_PIXELS_MAX,
  requireFormat,
  UndecodedPictureError,
  UnusablePictureError,
  unsupported,
} from "./usable-picture";
import { visiblePage } from "./visible-page";

/** The properties that decoding a picture determines, and what its file states. */
export type Inspection = {
  format: ImageFormat;
  /** In pixels, after orientation. */
  widthPx: number;
  heightPx: number;
  accentColor: string;
  isTransparent: boolean;
  fingerprint: Fingerprint;
  metadata: FileMetadata;
};

/** Memory limit for a picture whose format can only be decoded as a whole. */
const HELD_BYTES_MAX = 640_000_000;

/** A smaller drawing (SVG) is drawn, and recorded, with so many pixels on its longer side. */
export const DRAWING_SIDE_PX = 1024;

/** Size of the parts in which an alpha channel is read, if the format allows it. */
const PART_PIXELS_MAX = 64_000_000;

/**
 * About twenty times what the largest photographs need. Of CPU time, because on a busy machine a good
 * picture takes much longer.
 */
const CPU_SECONDS_MAX = 60;
const CHECK_MS = 100;

/**
 * Decodes a whole file, which also proves it complete. Limits CPU time and memory; decodes in one piece
 * only the formats that require it. Runs in a decoder process.
 *
 * @throws UnusablePictureError if the file is not a complete picture of a known format, or exceeds
 *   a limit; UndecodedPictureError if it takes too long: end the process, which is still decoding.
 */
export async function inspectPicture(
  bytes: Buffer,
  { cpuSecondsMax = CPU_SECONDS_MAX }: { cpuSecondsMax?: number } = {},
): Promise<Inspection> {
  const format = requireFormat(bytes);
  const before = process.cpuUsage();
  let timer: NodeJS.Timeout | undefined;
  const exceeded = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      if (user + system < cpuSecondsMax * 1_000_000) return;
      reject(new UndecodedPictureError(`takes more than ${cpuSecondsMax} s to decode`));
    }, CHECK_MS);
  });
  try {
    return await Promise.race([withLoader(format, () => inspectAsShown(bytes, format)), exceeded]);
  } finally {
    clearInterval(timer);
  }
}

/** Inspects a file as browsers show it: they tolerate some faults. */
async function inspectAsShown(bytes: Buffer, format: ImageFormat): Promise<Inspection> {
  const file = format === "svg" ? readableSvg(bytes) : bytes;
  try {
    return await inspect(file, format);
  } catch (cause) {
    if (!(cause instanceof Error && lacksEndMarker(cause.cause))) throw cause;
    return inspect(withEndMarker(file), format, "warning");
  }
}

async function inspect(
  bytes: Buffer,
  format: ImageFormat,
  // sharp's default, "warning", rejects many intact files from cameras.
  failOn: "error" | "warning" = "error",
): Promise<Inspection> {
  let drawn: { density?: number; page?: number } = {};
  const open = (frame: { page?: number } = {}) =>
    sharp(bytes, { ...drawn, ...frame, failOn, limitInputPixels: INSPECTED_PIXELS_MAX });
  try {
    if (format === "svg") {
      drawn = { density: await svgDensity(bytes, { sidePx: DRAWING_SIDE_PX }) };
    }
    const metadata = await open().metadata();
    const heldBytes = metadata.width * metadata.height * heldBytesPerPixel(metadata, format);
    if (heldBytes > HELD_BYTES_MAX) {
      throw new UnusablePictureError("too large for its kind of file: decoding it takes too much");
    }
    const jpeg = format === "jpeg" ? readJpeg(bytes) : undefined;
    const { xmp, exif, iptc } = metadata;
    const blocks = [
      ...[["XMP", xmp] as const, ["EXIF", exif] as const, ["IPTC", iptc] as const],
      ...[...(jpeg?.extendedXmp.values() ?? [])].map((part) => ["XMP", part] as const),
    ];
    for (const [name, block] of blocks) {
      if ((block?.length ?? 0) > METADATA_BLOCK_BYTES_MAX) {
        throw new UnusablePictureError(`its ${name} block is larger than 16 MB`);
      }
    }
    const png = format === "png" ? readPngTexts(bytes) : undefined;
    if (format === "tiff" && !/^(?:uchar|char|ushort|short)$/.test(metadata.depth ?? "uchar")) {
      throw unsupported(`a TIFF picture with numbers of the type ${metadata.depth}`);
    }
    const page = await visiblePage((page) => open({ page }), metadata);
    if (page > 0) drawn = { page };
    const gamma = format === "png" ? pngGamma(bytes) : null;
    const smallCopy = await smallCopyOf(gamma ? open().gamma(...gamma) : open());
    return {
      format,
      widthPx: metadata.autoOrient.width,
      heightPx: metadata.autoOrient.height,
      accentColor: accentOfPixels(smallCopy),
      fingerprint: fingerprintOf(smallCopy) ?? fingerprintOfBytes(bytes),
      // Many tools write an alpha channel that is opaque everywhere.
      isTransparent: metadata.hasAlpha && (await isAnyPixelSeeThrough(open, metadata, heldBytes)),
      metadata: pickMetadata({ xmp, iptc, exif: format === "tiff" ? bytes : exif, jpeg, png }),
    };
  } catch (cause) {
    if (cause instanceof UnusablePictureError) throw cause;
    const said = cause instanceof Error ? cause.message : "";
    if (/pixel limit/i.test(said)) {
      throw new UnusablePictureError("more than 200 million pixels", { cause });
    }
    if (/labq/.test(said)) throw unsupported("a TIFF picture in Lab with 8 bits");
    throw new UnusablePictureError("damaged: it can't be decoded to the end", { cause });
  }
}

/** Equal for equal files only: the fingerprint of a picture that looks like many others. */
function fingerprintOfBytes(bytes: Buffer): Fingerprint {
  const hash = createHash("sha256").update(bytes).digest();
  return { text: `sha256-${hash.toString("base64url")}`, keys: [hash.readUIntBE(0, 3)] };
}

/**
 * Returns the bytes per pixel that a decoder of a whole picture holds in memory; 0 if it decodes
 * row by row. Measured at 54 to 150 million pixels with libvips 8.18.
 */
function heldBytesPerPixel(metadata: Metadata, format: ImageFormat): number {
  const { channels, depth, isProgressive, chromaSubsampling, hasAlpha } = metadata;
  switch (format) {
    case "avif":
      return 16;
    case "gif":
      return 8;
    case "webp":
      return hasAlpha ? 9 : 1;
    // Two bytes per coefficient; 4:2:0 has half as many colour samples as luma samples.
    case "jpeg":
      return isProgressive ? (chromaSubsampling === "4:2:0" ? 3 : 2 * channels) : 0;
    case "png":
      return isProgressive ? channels * (depth === "ushort" ? 2 : 1) : 0;
    case "tiff":
      return 0;
    case "svg":
      return 4;
  }
}

/**
 * Reads only the alpha channel. sharp's `stats` would load the whole picture and compute entropy and
 * sharpness: 1.1 GB and 12 s for 256 million pixels in a file of 1 MB.
 */
async function isAnyPixelSeeThrough(
  open: () => Sharp,
  { width, height }: Metadata,
  heldBytes: number,
): Promise<boolean> {
  // Each part decodes the rows above it again, so a picture that is decoded as a whole is one part.
  const rows = heldBytes > 0 ? height : Math.max(1, Math.floor(PART_PIXELS_MAX / width));
  for (let top = 0; top < height; top += rows) {
    const alpha = await open()
      .extract({ left: 0, top, width, height: Math.min(rows, height - top) })
      .extractChannel("alpha")
      .raw({ depth: "uchar" })
      .toBuffer();
    // Compares the buffer with itself, shifted by one byte, at memory speed.
    if (alpha[0] !== 255 || !alpha.subarray(1).equals(alpha.subarray(0, -1))) return true;
  }
  return false;
}
