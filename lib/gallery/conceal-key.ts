import "server-only";

/** Below this a "key" is no secret, and other words would be taken for its spellings. */
const SECRET_CHARACTERS_MIN = 8;

/**
 * Finds our key in a service's words, also as base64, hex or URL-encoded.
 *
 * A service knows the key and may repeat it: "Invalid key: …" is a common sentence. What it says
 * is shown to visitors, so it passes through here first.
 */
export function createKeyConcealer(key: string) {
  const isSecret = key.length >= SECRET_CHARACTERS_MIN;
  const forms = isSecret ? [key, ...spellingsOf(key)] : [key];
  const pattern = new RegExp(forms.map(escapeForPattern).join("|"), "gi");
  return {
    conceal: (text: string): string => text.replace(pattern, "[key]"),
    /** For text that is kept or dropped as a whole. */
    isIn: (text: string): boolean => isSecret && text.search(pattern) >= 0,
  };
}

function spellingsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  return [encodeURIComponent(key), bytes.toString("hex"), ...[0, 1, 2].flatMap(base64CoresOf)];

  /**
   * What base64 of any text that contains the key is sure to contain, if the key starts at this
   * offset within a group of three bytes; the letters at its edges depend on its neighbours.
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
