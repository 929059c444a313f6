import "server-only";

/** A shorter "key" is not secret, and ordinary words would match its encodings. */
const SECRET_CHARACTERS_MIN = 8;

/**
 * Creates functions that find our key in a service's text, also as base64, hex or URL-encoded.
 *
 * A service knows the key and may repeat it ("Invalid key: …") in a text that visitors see.
 */
export function createKeyConcealer(key: string) {
  const isSecret = key.length >= SECRET_CHARACTERS_MIN;
  const forms = isSecret ? [key, ...encodingsOf(key)] : [key];
  const pattern = new RegExp(forms.map(escapeForPattern).join("|"), "gi");
  return {
    conceal: (text: string): string => text.replace(pattern, "[key]"),
    /** For a text that is used or dropped as a whole. */
    isIn: (text: string): boolean => isSecret && text.search(pattern) >= 0,
  };
}

function encodingsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  return [encodeURIComponent(key), bytes.toString("hex"), ...[0, 1, 2].flatMap(base64CoresOf)];

  /**
   * Returns the characters that base64 of any text with the key contains, if the key starts at this
   * offset within a group of three bytes. Omits the edges, which depend on the neighbouring text.
   */
  function base64CoresOf(offset: number): string[] {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]);
    const first = Math.ceil((offset * 8) / 6);
    const end = Math.floor((shifted.length * 8) / 6);
    return [
      shifted.toString("base64").slice(first, end),
      shifted.toString("base64url").slice(first, end),
    ];
  }
}

function escapeForPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
