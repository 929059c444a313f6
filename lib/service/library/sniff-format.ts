import "server-only";
import type { PictureFormat } from "../picture";

const SIGNATURES: readonly (readonly [PictureFormat, RegExp])[] = [
  ["jpeg", /^\xff\xd8\xff/],
  ["png", /^\x89PNG\r\n/],
  ["gif", /^GIF8[79]a/],
  ["webp", /^RIFF.{4}WEBP/s],
  ["tiff", /^(?:II[*+]\0|MM\0[*+])/],
  // ISO base media: the brand stands first, or among the compatible ones (AVIF §6).
  ["avif", /^.{4}ftyp(?:avi[fs]|.{8}(?:.{4}){0,8}?avi[fs])/s],
];

/**
 * What a file is, by its first bytes; null for anything a library does not take. A name proves
 * nothing, and the decoder would read more kinds than we want (SVG for one runs its references).
 */
export function sniffFormat(bytes: Uint8Array): PictureFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(64, bytes.length));
  const text = head.toString("latin1");
  return SIGNATURES.find(([, signature]) => signature.test(text))?.[0] ?? null;
}
