import { crc32, deflateSync } from "node:zlib";

/**
 * A PNG of one colour (`#rrggbb`). `alpha` (0 to 255) applies to every pixel; `isTransparent` is short
 * for 128. `isInterlaced` sets the interlace flag, so a decoder has to decode the image as a whole.
 */
export function solidPng(
  widthPx: number,
  heightPx: number,
  colour: string,
  {
    isTransparent = false,
    alpha = isTransparent ? 128 : null,
    isInterlaced = false,
  }: { isTransparent?: boolean; alpha?: number | null; isInterlaced?: boolean } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  // Bit depth 1, colour type 3: a palette of one entry (PNG specification, "Image header").
  header.set([1, 3, 0, 0, isInterlaced ? 1 : 0], 8);
  const rows = Buffer.alloc((1 + Math.ceil(widthPx / 8)) * heightPx);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(colour.slice(1), "hex")),
    alpha === null ? Buffer.alloc(0) : chunk("tRNS", Buffer.from([alpha])),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
