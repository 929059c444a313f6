import "server-only";

/** The characters of Windows-1252 from 0x80 on; the undefined ones are spaces. */
const FROM_0X80 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

/**
 * Returns the text of bytes whose encoding is not stated reliably, up to the first zero. UTF-16 is
 * recognised by its byte order mark, or by zeros in its first two characters. Everything else is UTF-8 if
 * that is valid, otherwise Latin-1 (as Windows-1252). Never throws.
 */
export function decodeText(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) {
    return upToZero(new TextDecoder("utf-16le").decode(bytes));
  }
  if ((a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d)) {
    return upToZero(new TextDecoder("utf-16be").decode(bytes));
  }
  const zero = bytes.indexOf(0);
  return decodeOneByte(zero === -1 ? bytes : bytes.subarray(0, zero));
}

export const upToZero = (text: string) => text.split("\0", 1)[0] ?? "";

function decodeOneByte(bytes: Uint8Array): string {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const text = decoder.decode(bytes, { stream: true });
    // Fields with a fixed length end within a character. After ASCII only, that is Latin-1: "café".
    if (!/[^\0-\x7f]/.test(text)) decoder.decode();
    return text;
  } catch {
    // Node 20's decoder of Windows-1252 returns control characters for 0x80 to 0x9f.
    const latin1 = Buffer.from(bytes).toString("latin1");
    return latin1.replace(/[\x80-\x9f]/g, (each) => FROM_0X80[each.charCodeAt(0) - 0x80] ?? " ");
  }
}
