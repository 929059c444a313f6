import "server-only";
import type { Metadata } from "sharp";

/**
 * Returns the metadata of a picture of any format as a JPEG without image data: exifr reads all three
 * kinds only from JPEG and TIFF, and sharp extracts the blocks of every format without parsing them.
 * A block above 64 KB is left out.
 */
export function metadataAsJpeg({
  exif,
  xmp,
  iptc,
}: Pick<Metadata, "exif" | "xmp" | "iptc">): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(exif ? [segment(0xe1, ...(hasExifHead(exif) ? [] : [EXIF_HEAD]), exif)] : []),
    ...(xmp ? [segment(0xe1, Buffer.from("http://ns.adobe.com/xap/1.0/\0"), xmp)] : []),
    ...(iptc ? [segment(0xed, iptc)] : []),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** JPEG and WebP blocks begin with these bytes; PNG blocks do not. */
const EXIF_HEAD = Buffer.from("Exif\0\0");

function hasExifHead(exif: Buffer): boolean {
  return exif.subarray(0, EXIF_HEAD.length).equals(EXIF_HEAD);
}

/** Writes a marker segment; its two-byte length includes itself (ITU T.81 §B.1.1.4). */
function segment(marker: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length > 0xffff - 2) return Buffer.alloc(0);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}
