import "server-only";

/** The formats that are decoded. Everything else (SVG, TIFF, HEIC, PDF …) is not a picture here. */
export type PictureFormat = "jpeg" | "png" | "gif" | "webp" | "avif";

/**
 * The format a file has by its first bytes; null for any that is not decoded. What the host says
 * about it counts for nothing.
 */
export function sniffPicture(bytes: Uint8Array): PictureFormat | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString(
    "latin1",
  );
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return "gif";
  if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) return "webp";
  return isAvif(bytes, text) ? "avif" : null;
}

/** ISO 14496-12 §4.3: the brand names the coding. HEIC shares the container and is not decoded. */
function isAvif(bytes: Uint8Array, text: string): boolean {
  if (!text.startsWith("ftyp", 4) || bytes.length < 16) return false;
  const boxBytes = Buffer.from(bytes.buffer, bytes.byteOffset, 4).readUInt32BE();
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= Math.min(boxBytes, text.length); at += 4) {
    brands.push(text.slice(at, at + 4));
  }
  const isHevc = brands.some((brand) => /^he(?:ic|ix|vc|vx|im|is)$/.test(brand));
  return brands.includes("avif") && !isHevc;
}
