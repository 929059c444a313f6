import "server-only";
import { isUtf8 } from "node:buffer";
import { decodeText } from "./decode-text";

/** libvips looks for "<svg" in this many bytes. */
const SVG_HEAD_BYTES = 1000;

const DECLARATION = /^\s*<\?xml[^>]*\?>/;
/** The encodings of `decodeText`; libxml reads the others. */
const OTHER_ENCODING = /^\s*<\?xml[^>]*\sencoding=["'](?!utf-|iso-8859-1|windows-1252)/i;

/**
 * Returns an SVG file as libvips recognises it: valid UTF-8, with "<svg" near its beginning, which a
 * namespace prefix or a long comment prevents. Never throws.
 */
export function readableSvg(bytes: Buffer): Buffer {
  const isKept = isUtf8(bytes) || OTHER_ENCODING.test(bytes.toString("latin1", 0, SVG_HEAD_BYTES));
  const plain = isKept ? bytes : Buffer.from(decodeText(bytes).replace(DECLARATION, ""));
  const head = plain.toString("latin1", 0, SVG_HEAD_BYTES);
  if (head.includes("<svg")) return plain;
  const declaration = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>)?/.exec(head)?.[0].length ?? 0;
  const mark = Buffer.from("<!--<svg-->");
  return Buffer.concat([plain.subarray(0, declaration), mark, plain.subarray(declaration)]);
}

/** Whether sharp failed because a JPEG ends without its end marker, perhaps with all of its pixels. */
export const lacksEndMarker = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("premature end of JPEG image");

/** Appends an end marker to a JPEG. libvips then reports missing pixels as a warning. */
export const withEndMarker = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0xff, 0xd9])]);
