import "server-only";

/**
 * The image formats that the library indexes and the thumbnail pipeline decodes; TIFF and SVG of the
 * library only.
 */
export const IMAGE_FORMATS = ["jpeg", "png", "gif", "webp", "avif", "tiff", "svg"] as const;

export type ImageFormat = (typeof IMAGE_FORMATS)[number];

/**
 * The largest image file that is indexed or decoded. A 24-megapixel photograph of 16 bits per channel
 * has 137 MiB as an uncompressed TIFF.
 */
export const IMAGE_FILE_BYTES_MAX = 256 * 1024 * 1024;

/**
 * Returns the format of a file by its first bytes, regardless of its name and declared type; null for
 * every format that is not supported (HEIC, PDF …). Any XML counts as SVG until it is decoded.
 */
export function sniffFormat(bytes: Uint8Array): ImageFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64));
  const text = head.toString("latin1");
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/.test(text)) return "gif";
  if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) return "webp";
  // 42, or 43 for BigTIFF, in either byte order.
  if (["II*\0", "II+\0", "MM\0*", "MM\0+"].includes(text.slice(0, 4))) return "tiff";
  if (XML.test(text)) return "svg";
  return isAvif(head, text) ? "avif" : null;
}

/** XML in UTF-8, Latin-1 or UTF-16, which may begin with a namespace prefix: "<svg:svg". */
const XML =
  /^(?:\xef\xbb\xbf)?\s*<(?:\?xml\b|!DOCTYPE svg\b|!--|(?:[\w-]+:)?svg\b)|^(?:\xff\xfe<\0|\xfe\xff\0<)/i;

/** ISO 14496-12 §4.3: the brands name the coding. HEIC has the same container and is not supported. */
function isAvif(head: Buffer, text: string): boolean {
  if (!text.startsWith("ftyp", 4) || head.length < 16) return false;
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= Math.min(head.readUInt32BE(0), head.length); at += 4) {
    brands.push(text.slice(at, at + 4));
  }
  const isHevc = brands.some((brand) => /^he(?:ic|ix|vc|vx|im|is)$/.test(brand));
  return !isHevc && brands.some((brand) => brand === "avif" || brand === "avis");
}

/** Returns the media type of a format. */
export function mediaTypeOf(format: ImageFormat): string {
  return format === "svg" ? "image/svg+xml" : `image/${format}`;
}
