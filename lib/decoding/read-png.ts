import "server-only";
import { inflateSync } from "node:zlib";
import { decodeText } from "./decode-text";

const SIGNATURE_BYTES = 8;
const CHUNKS_MAX = 10_000;
const TEXTS_MAX = 100;
const TEXT_BYTES_MAX = 64 * 1024;

/**
 * Returns the texts of a PNG by keyword in lower case; of texts with the same keyword, the first. `sharp`
 * reads texts in Latin-1 as damaged UTF-8. Leaves out what is damaged or inflates to more than 64 KB, and
 * cuts longer plain texts; never throws. Linear in its length, except for 100 texts that are inflated to
 * at most 64 KB each. Runs in a decoder.
 */
export function readPngTexts(file: Buffer): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { type, data } of chunksOf(file)) {
    if (texts.size === TEXTS_MAX) break;
    if (type !== "tEXt" && type !== "zTXt" && type !== "iTXt") continue;
    const [keyword, rest] = splitAtZero(data);
    const name = keyword.toString("latin1").toLowerCase();
    if (texts.has(name)) continue;
    try {
      texts.set(name, decodeText(textOf(type, rest)));
    } catch {
      // Damaged or too long: counts as absent, but towards the limit.
      texts.set(name, "");
    }
  }
  return texts;
}

/** Returns the chunks of a PNG (W3C PNG §5), at most 10,000. */
function* chunksOf(file: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = SIGNATURE_BYTES, count = 0; at + 12 <= file.length && count < CHUNKS_MAX; count++) {
    const length = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    yield { type, data: file.subarray(at + 8, at + 8 + length) };
    at += 12 + length;
  }
}

/** Returns the text's bytes (W3C PNG §11.3.3). @throws zlib's error if they are damaged or too long */
function textOf(type: "tEXt" | "zTXt" | "iTXt", rest: Buffer): Buffer {
  const inflated = (data: Buffer) => inflateSync(data, { maxOutputLength: TEXT_BYTES_MAX });
  if (type === "zTXt") return inflated(rest.subarray(1));
  if (type === "tEXt") return rest.subarray(0, TEXT_BYTES_MAX);
  const [, afterLanguage] = splitAtZero(rest.subarray(2));
  const [, text] = splitAtZero(afterLanguage);
  return rest[0] === 1 ? inflated(text) : text.subarray(0, TEXT_BYTES_MAX);
}

function splitAtZero(data: Buffer): [before: Buffer, after: Buffer] {
  const zero = data.indexOf(0);
  return zero === -1 ? [data, Buffer.alloc(0)] : [data.subarray(0, zero), data.subarray(zero + 1)];
}

/** The inverse of the gamma that browsers assume if a picture states none. */
const DISPLAY_GAMMA = 2.2;
/** Smaller corrections are not visible (libpng's `PNG_GAMMA_THRESHOLD_FIXED`). */
const GAMMA_THRESHOLD = 0.05;
/** sharp's limit. */
const GAMMA_MAX = 3;

/**
 * Returns the arguments of sharp's `gamma` that show a PNG as browsers do (W3C PNG §11.3.2.2); null if it
 * needs no correction: it states no gamma, the usual one, or a profile.
 */
export function pngGamma(file: Buffer): [before: number, after: number] | null {
  let fileGamma = 1 / DISPLAY_GAMMA;
  for (const { type, data } of chunksOf(file)) {
    if (type === "IDAT") break;
    if (type === "iCCP" || type === "sRGB" || type === "cICP") return null;
    if (type === "gAMA" && data.length === 4) fileGamma = data.readUInt32BE(0) / 100_000;
  }
  const factor = fileGamma * DISPLAY_GAMMA;
  if (factor <= 0 || Math.abs(factor - 1) < GAMMA_THRESHOLD) return null;
  return factor > 1 ? [1, Math.min(factor, GAMMA_MAX)] : [Math.min(1 / factor, GAMMA_MAX), 1];
}
