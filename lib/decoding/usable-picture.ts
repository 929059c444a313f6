import "server-only";
import { type ImageFormat, sniffFormat } from "@/lib/platform/sniff-format";

/** Allows panoramas and large-format scans, and bounds the cost of one picture of the library. */
export const INSPECTED_PIXELS_MAX = 200_000_000;

/** A file that is not a usable picture; `message` explains it to the operator. */
export class UnusablePictureError extends Error {
  override readonly name: string = "UnusablePictureError";
}

/** Decoding took too long or ended its decoder: the picture's fault, or that of a busy machine. */
export class UndecodedPictureError extends UnusablePictureError {
  override readonly name = "UndecodedPictureError";
}

/**
 * Returns the format of a file from its first bytes.
 *
 * @throws UnusablePictureError for an empty file and for a format that the library cannot import.
 */
export function requireFormat(bytes: Buffer): ImageFormat {
  if (bytes.length === 0) throw new UnusablePictureError("the file is empty");
  const format = sniffFormat(bytes);
  if (format !== null) return format;
  const kind = kindOf(bytes.subarray(0, HEAD_BYTES).toString("latin1"));
  if (kind === null) {
    throw new UnusablePictureError("not a JPEG, PNG, GIF, WebP, AVIF, TIFF or SVG picture");
  }
  throw unsupported(kind);
}

/** The error for a picture of a kind that the library cannot import. */
export const unsupported = (kind: string) =>
  new UnusablePictureError(`${kind} can't be decoded here: export it as JPEG, PNG or WebP`);

/** Formats of pictures that are recognised but not supported. */
const KINDS: Record<string, RegExp> = {
  "a HEIC picture": /^.{4}ftyp(?:he|mif1|msf1)/s,
  "a JPEG XL picture": /^(?:\xff\n|.{4}JXL )/s,
  "a JPEG 2000 picture": /^(?:.{4}jP {2}|\xff\x4f\xff\x51)/s,
  "a JPEG XR picture": /^II\xbc/,
  "an icon or TGA picture": /^\0\0[^\0]\0/,
  "a GIMP document": /^gimp xcf/,
  "an OpenEXR picture": /^v\/1./s,
  "a PostScript or PDF document": /^(?:%!PS|%PDF|\xc5\xd0\xd3\xc6)/,
  "a compressed SVG drawing": /^.\x8b/s,
  "a BMP picture": /^BM/,
  "a Photoshop document": /^8BPS/,
};
const HEAD_BYTES = 64;

function kindOf(head: string): string | null {
  return Object.entries(KINDS).find(([, beginning]) => beginning.test(head))?.[0] ?? null;
}
