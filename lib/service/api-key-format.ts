import "server-only";
/**
 * The format of API keys: `vt_live_`, 30 random base62 characters (178 bits), and the CRC-32 of all
 * before it as 6 base62 characters. Programs that search for leaked secrets recognise it, and the
 * server rejects a mistyped key without asking its store.
 */
export const API_KEY_PREFIX = "vt_live_";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 30;
const CHECKSUM_CHARACTERS = 6;
const SHOWN_CHARACTERS = API_KEY_PREFIX.length + 4;

const FORM = /^vt_live_[0-9A-Za-z]{36}$/;
/** Matches a key anywhere in a text, such as a query string. */
const INSIDE = /vt_live_[0-9A-Za-z]{36}/;

/**
 * Creates a key. `randomBytes` returns bytes of a cryptographic source. Bytes of 248 and above are
 * dropped, so that all characters are equally likely.
 */
export function createApiKey(randomBytes: (count: number) => Uint8Array): string {
  let random = "";
  while (random.length < RANDOM_CHARACTERS) {
    for (const byte of randomBytes(RANDOM_CHARACTERS)) {
      if (byte < 248 && random.length < RANDOM_CHARACTERS) random += DIGITS[byte % 62];
    }
  }
  const body = API_KEY_PREFIX + random;
  return body + checksumOf(body);
}

/** Whether a text has the format and the checksum of a key. */
export function isApiKey(text: string): boolean {
  if (!FORM.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_CHARACTERS);
  return checksumOf(body) === text.slice(-CHECKSUM_CHARACTERS);
}

/** Whether a text contains anything in the format of a key. */
export function containsApiKey(text: string): boolean {
  return INSIDE.test(text);
}

/** Returns the first characters of a key, by which people recognise it: `vt_live_9f3k`. */
export function shownPrefix(key: string): string {
  return key.slice(0, SHOWN_CHARACTERS);
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < CHECKSUM_CHARACTERS; i += 1) {
    digits = DIGITS[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** CRC-32 of ISO 3309 over ASCII text. Node has it since 20.15; this program supports 20.9. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i += 1) {
    crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, value) => {
  let crc = value;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
