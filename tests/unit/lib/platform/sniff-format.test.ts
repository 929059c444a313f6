import sharp from "sharp";
import { expect, test } from "vitest";
import { sniffFormat } from "@/lib/platform/sniff-format";

const red = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } });
const bytes = (text: string) => Buffer.from(text, "latin1");
/** An ISO container that starts with these brands: the major one, then the compatible ones. */
const container = (major: string, ...compatible: string[]) =>
  bytes(
    `\0\0\0${String.fromCharCode(16 + 4 * compatible.length)}ftyp${major}\0\0\0\0${compatible.join("")}`,
  );

test.each(["jpeg", "png", "gif", "webp", "avif", "tiff"] as const)("%s", async (format) => {
  expect(sniffFormat(await red().toFormat(format).toBuffer())).toBe(format);
});

test.each([
  ["little-endian TIFF", bytes("II*\0"), "tiff"],
  ["big-endian TIFF", bytes("MM\0*"), "tiff"],
  ["BigTIFF", bytes("II+\0"), "tiff"],
  ["AVIF named by a compatible brand", container("mif1", "miaf", "avif"), "avif"],
  ["an AVIF sequence", container("avis", "msf1", "miaf"), "avif"],
] as const)("%s", (_name, head, format) => {
  expect(sniffFormat(head)).toBe(format);
});

test.each([
  ["nothing", bytes("")],
  ["PDF", bytes("%PDF-1.7")],
  ["HEIC", container("heic", "mif1")],
  ["HEIC that also claims to be AVIF", container("mif1", "avif", "heic")],
  ["half a PNG signature", bytes("\x89PNG\r\n")],
  ["a RIFF file that is no WebP", bytes("RIFF\0\0\0\0WAVE")],
])("%s is not supported", (_name, head) => {
  expect(sniffFormat(head)).toBeNull();
});
