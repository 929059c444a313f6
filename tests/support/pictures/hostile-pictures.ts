import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** An untrusted image file and the allowed outcomes of decoding it. */
export type HostilePicture = {
  name: string;
  bytes: Buffer;
  /** Allowed failure reasons; `shown` allows a harmless thumbnail. */
  outcomes: readonly ("shown" | "too-large" | "not-a-picture")[];
};

const PNG_HEAD = Buffer.from("89504e470d0a1a0a", "hex");

/** One PNG chunk with a correct checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(checksumOf(body));
  return Buffer.concat([length, body, checksum]);
}

/** Node 20.9 lacks `zlib.crc32`. */
function checksumOf(bytes: Buffer): number {
  if (typeof crc32 === "function") return crc32(bytes);
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}

function pngHeader(width: number, height: number, depth = 8, colour = 0): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data[8] = depth;
  data[9] = colour;
  return pngChunk("IHDR", data);
}

const pngOf = (...chunks: Buffer[]) =>
  Buffer.concat([PNG_HEAD, ...chunks, pngChunk("IEND", Buffer.alloc(0))]);

/** A decompression bomb: a 1-bit PNG of zeros, small on the wire and huge in memory. */
function pngBomb(width: number, height: number): Buffer {
  const rows = deflateSync(Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, 1 << 26)));
  return pngOf(pngHeader(width, height, 1), pngChunk("IDAT", rows));
}

const aPng = () => pngOf(pngHeader(8, 8), pngChunk("IDAT", deflateSync(Buffer.alloc(72))));

/** A JPEG whose frame header claims false dimensions. */
function jpegClaiming(jpeg: Buffer, width: number, height: number): Buffer {
  const claimed = Buffer.from(jpeg);
  for (let at = 2; at + 9 < claimed.length; ) {
    const marker = claimed[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2) {
      claimed.writeUInt16BE(height, at + 5);
      claimed.writeUInt16BE(width, at + 7);
      return claimed;
    }
    at += 2 + claimed.readUInt16BE(at + 2);
  }
  throw new Error("no frame header");
}

/** A GIF of many frames of one pixel each. */
function gifOfFrames(frames: number, side: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const head = Buffer.concat([
    Buffer.from("GIF89a"),
    size,
    Buffer.from("800000ffffff000000", "hex"),
  ]);
  const frame = Buffer.from("21f90400000000002c00000000010001000002024401" + "00", "hex");
  return Buffer.concat([head, ...new Array<Buffer>(frames).fill(frame), Buffer.from(";")]);
}

/** A WebP whose extended header claims dimensions and that has no image data. */
function webpClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(10);
  header.writeUIntLE(width - 1, 4, 3);
  header.writeUIntLE(height - 1, 7, 3);
  const chunk = Buffer.concat([Buffer.from("VP8X"), Buffer.from([10, 0, 0, 0]), header]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(chunk.length + 4);
  return Buffer.concat([Buffer.from("RIFF"), length, Buffer.from("WEBP"), chunk]);
}

/** An AVIF whose image size property claims false dimensions. */
function avifClaiming(avif: Buffer, width: number, height: number): Buffer {
  const claimed = Buffer.from(avif);
  const at = claimed.indexOf("ispe", 0, "latin1");
  claimed.writeUInt32BE(width, at + 8);
  claimed.writeUInt32BE(height, at + 12);
  return claimed;
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 xmlns:xi="http://www.w3.org/2001/XInclude" width="9" height="9"><script>alert(1)</script>
 <style>@import url(http://10.0.0.1/canary);</style><xi:include href="file:///etc/passwd"/>
 <image xlink:href="http://10.0.0.1/canary" width="9" height="9"/></svg>`;

const refused = ["not-a-picture"] as const;
const either = ["not-a-picture", "too-large"] as const;
const any = ["shown", "not-a-picture", "too-large"] as const;

/** Decompression bombs, polyglots and unsupported formats, all generated here. */
export async function hostilePictures(): Promise<HostilePicture[]> {
  const red = sharp({ create: { width: 64, height: 48, channels: 3, background: "#c33" } });
  const [jpeg, avif, webp, gif, tiff] = await Promise.all([
    red.clone().jpeg().toBuffer(),
    red.clone().avif({ effort: 0 }).toBuffer(),
    red.clone().webp().toBuffer(),
    red.clone().gif().toBuffer(),
    red.clone().tiff().toBuffer(),
  ]);
  const zeros = deflateSync(Buffer.alloc(1 << 24));
  const profile = Buffer.concat([Buffer.from("x\0\0"), zeros]);
  const text = Buffer.concat([Buffer.from("Comment\0\0"), zeros]);
  const pixels = pngChunk("IDAT", deflateSync(Buffer.alloc(72)));
  return [
    { name: "PNG of 50,000 x 50,000", bytes: pngBomb(50_000, 50_000), outcomes: either },
    {
      name: "PNG of 2^31-1 squared",
      bytes: pngOf(pngHeader(2 ** 31 - 1, 2 ** 31 - 1), pixels),
      outcomes: either,
    },
    {
      name: "PNG of 1 x 10^9",
      bytes: pngOf(pngHeader(1, 1_000_000_000), pixels),
      outcomes: either,
    },
    { name: "PNG of no size", bytes: pngOf(pngHeader(0, 0), pixels), outcomes: refused },
    {
      name: "PNG with a profile that unpacks to 16 MB",
      bytes: pngOf(pngHeader(8, 8), pngChunk("iCCP", profile), pixels),
      outcomes: any,
    },
    {
      name: "PNG with a text that unpacks to 16 MB",
      bytes: pngOf(pngHeader(8, 8), pngChunk("zTXt", text), pixels),
      outcomes: any,
    },
    {
      name: "PNG of 200,000 chunks",
      bytes: pngOf(
        pngHeader(8, 8),
        Buffer.concat(new Array<Buffer>(200_000).fill(pngChunk("tEXt", Buffer.from("a\0b")))),
        pixels,
      ),
      outcomes: any,
    },
    {
      name: "PNG with a palette missing",
      bytes: pngOf(pngHeader(8, 8, 8, 3), pixels),
      outcomes: refused,
    },
    { name: "PNG with a wrong checksum", bytes: wrongByte(aPng(), 30), outcomes: refused },
    {
      name: "JPEG claiming 65,535 x 65,535",
      bytes: jpegClaiming(jpeg, 65_535, 65_535),
      outcomes: either,
    },
    {
      name: "JPEG claiming 20,000 x 2,000",
      bytes: jpegClaiming(jpeg, 20_000, 2_000),
      outcomes: either,
    },
    { name: "GIF of 10,000 frames", bytes: gifOfFrames(10_000, 16), outcomes: any },
    { name: "GIF claiming 65,535 x 65,535", bytes: gifOfFrames(1, 65_535), outcomes: any },
    {
      name: "WebP claiming 16,383 x 16,383",
      bytes: webpClaiming(16_383, 16_383),
      outcomes: either,
    },
    { name: "WebP claiming 2^24 squared", bytes: webpClaiming(2 ** 24, 2 ** 24), outcomes: either },
    {
      name: "AVIF claiming 60,000 x 60,000",
      bytes: avifClaiming(avif, 60_000, 60_000),
      outcomes: either,
    },
    {
      name: "AVIF claiming 2^31 squared",
      bytes: avifClaiming(avif, 2 ** 31, 2 ** 31),
      outcomes: either,
    },
    { name: "SVG with script and outside parts", bytes: Buffer.from(SVG), outcomes: refused },
    {
      name: "SVG behind an XML head",
      bytes: Buffer.from(`<?xml version="1.0"?>\n${SVG}`),
      outcomes: refused,
    },
    { name: "TIFF", bytes: tiff, outcomes: refused },
    {
      name: "BMP",
      bytes: Buffer.concat([Buffer.from("BM"), Buffer.alloc(200)]),
      outcomes: refused,
    },
    {
      name: "ICO",
      bytes: Buffer.concat([Buffer.from("0000010001000101", "hex"), Buffer.alloc(200)]),
      outcomes: refused,
    },
    {
      name: "PSD",
      bytes: Buffer.concat([Buffer.from("8BPS\0\x01"), Buffer.alloc(200)]),
      outcomes: refused,
    },
    {
      name: "PDF with a JPEG in it",
      bytes: Buffer.concat([Buffer.from("%PDF-1.7\n"), jpeg]),
      outcomes: refused,
    },
    {
      name: "HDR",
      bytes: Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n${"x".repeat(80)}`),
      outcomes: refused,
    },
    { name: "PPM", bytes: Buffer.from(`P6 8 8 255\n${"x".repeat(192)}`), outcomes: refused },
    {
      name: "EXR",
      bytes: Buffer.concat([Buffer.from("762f3101", "hex"), Buffer.alloc(200)]),
      outcomes: refused,
    },
    {
      name: "VIPS native",
      bytes: Buffer.concat([Buffer.from("08f2a6b6", "hex"), Buffer.alloc(200)]),
      outcomes: refused,
    },
    {
      name: "JPEG XL",
      bytes: Buffer.concat([Buffer.from("ff0a", "hex"), Buffer.alloc(200)]),
      outcomes: refused,
    },
    {
      name: "HEIC by brand",
      bytes: Buffer.concat([
        Buffer.from("00000018667479706865696300000000", "hex"),
        Buffer.from("mif1heic"),
        Buffer.alloc(200),
      ]),
      outcomes: refused,
    },
    {
      name: "HTML page",
      bytes: Buffer.from(`<!doctype html><img src=x onerror=alert(1)>${" ".repeat(80)}`),
      outcomes: refused,
    },
    { name: "nothing", bytes: Buffer.alloc(0), outcomes: refused },
    {
      name: "the first bytes of a JPEG and no more",
      bytes: Buffer.from("ffd8ff", "hex"),
      outcomes: refused,
    },
    {
      name: "JPEG with a ZIP behind it",
      bytes: Buffer.concat([jpeg, Buffer.from("PK\x03\x04MARKER")]),
      outcomes: any,
    },
    {
      name: "PNG with a page behind it",
      bytes: Buffer.concat([aPng(), Buffer.from("<script>MARKER</script>")]),
      outcomes: any,
    },
    {
      name: "GIF with a script behind it",
      bytes: Buffer.concat([gif, Buffer.from("/*MARKER*/=1;")]),
      outcomes: any,
    },
    {
      name: "WebP with 10 MB behind it",
      bytes: Buffer.concat([webp, Buffer.from("MARKER"), Buffer.alloc(9_000_000)]),
      outcomes: any,
    },
  ];
}

function wrongByte(bytes: Buffer, at: number): Buffer {
  const wrong = Buffer.from(bytes);
  wrong[at] = (wrong[at] ?? 0) ^ 0xff;
  return wrong;
}
