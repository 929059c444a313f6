import "server-only";

/**
 * Returns the text of bytes whose encoding is not stated reliably. With a byte order mark they are
 * UTF-16, otherwise UTF-8 if that is valid, otherwise Latin-1 (as Windows-1252). Never throws.
 */
export function decodeText(bytes: Uint8Array): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  if (mark === 0xfffe) return new TextDecoder("utf-16le").decode(bytes);
  if (mark === 0xfeff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
