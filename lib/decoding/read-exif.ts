import "server-only";
import { decodeText, upToZero } from "./decode-text";

/** Tags of the first directory (EXIF 2.32 §4.6.4; the XP tags are Microsoft's). */
const FIRST_TAGS = new Map([
  [0x010e, "ImageDescription"],
  [0x010f, "Make"],
  [0x0110, "Model"],
  [0x0132, "DateTime"],
  [0x013b, "Artist"],
  [0x8298, "Copyright"],
  [0x9c9b, "XPTitle"],
  [0x9c9c, "XPComment"],
  [0x9c9e, "XPKeywords"],
]);
/** Tags of the EXIF directory (§4.6.5). */
const EXIF_TAGS = new Map([
  [0x9003, "DateTimeOriginal"],
  [0x9004, "DateTimeDigitized"],
  [0x9286, "UserComment"],
]);
const EXIF_DIRECTORY = 0x8769;

/** BYTE, ASCII, UNDEFINED and UTF-8: the types of which one value is one byte. */
const BYTE_TYPES = new Set([1, 2, 7, 129]);
const ENTRY_BYTES = 12;
const VALUE_BYTES_MAX = 64 * 1024;

/**
 * Returns the texts of an EXIF block, or of a TIFF file, by tag name. Leaves out what is damaged; never
 * throws. Reads two directories, so that its time is bounded whatever the size. Runs in a decoder.
 */
export function readExif(block: Buffer): Map<string, string> {
  const tiff = block.toString("latin1", 0, 6) === "Exif\0\0" ? block.subarray(6) : block;
  const order = tiff.toString("latin1", 0, 4);
  const texts = new Map<string, string>();
  if (order !== "II*\0" && order !== "MM\0*") return texts;
  const isLittleEndian = order === "II*\0";
  const u16 = (at: number) => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (isLittleEndian ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));

  function readDirectory(start: number, tags: ReadonlyMap<number, string>): number | null {
    let exifStart: number | null = null;
    const end = start + 2 + u16(start) * ENTRY_BYTES;
    for (let at = start + 2; at < end; at += ENTRY_BYTES) {
      const tag = u16(at);
      if (tag === EXIF_DIRECTORY) exifStart = u32(at + 8);
      const name = tags.get(tag);
      if (name === undefined || texts.has(name) || !BYTE_TYPES.has(u16(at + 2))) continue;
      const length = u32(at + 4);
      const from = length <= 4 ? at + 8 : u32(at + 8);
      const value = tiff.subarray(from, from + Math.min(length, VALUE_BYTES_MAX));
      texts.set(name, textOf(name, value, isLittleEndian));
    }
    return exifStart;
  }

  try {
    const exifStart = readDirectory(u32(4), FIRST_TAGS);
    if (exifStart !== null) readDirectory(exifStart, EXIF_TAGS);
  } catch (error) {
    // A read beyond the end: the block is cut off.
    if (!(error instanceof RangeError)) throw error;
  }
  return texts;
}

function textOf(name: string, value: Buffer, isLittleEndian: boolean): string {
  if (name.startsWith("XP")) return upToZero(new TextDecoder("utf-16le").decode(value));
  return name === "UserComment" ? commentOf(value, isLittleEndian) : decodeText(value);
}

/** The first 8 bytes name the encoding (§4.6.5, UserComment). */
function commentOf(value: Buffer, isLittleEndian: boolean): string {
  const encoding = value.toString("latin1", 0, 8);
  const text = value.subarray(8);
  if (encoding === "UNICODE\0") {
    const order = isUtf16Little(text, isLittleEndian) ? "utf-16le" : "utf-16be";
    return upToZero(new TextDecoder(order).decode(text));
  }
  return encoding === "ASCII\0\0\0" || encoding === "\0".repeat(8) ? decodeText(text) : "";
}

/**
 * Whether a text in UTF-16 is little-endian. Many programs write it in another byte order than the
 * block's. The high bytes of a script vary less than the low ones.
 */
function isUtf16Little(text: Buffer, isBlockLittle: boolean): boolean {
  const kinds = (from: number) => new Set(text.filter((_, index) => index % 2 === from)).size;
  const [first, second] = [kinds(0), kinds(1)];
  return first === second ? isBlockLittle : first > second;
}
