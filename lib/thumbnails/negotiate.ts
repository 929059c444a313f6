import "server-only";

/** The formats of thumbnails, best first. */
export type ThumbnailFormat = "avif" | "webp" | "jpeg";

const ACCEPT_CHARACTERS_MAX = 2_048;
/** RFC 9110 §12.4.2: three decimals at most. */
const WEIGHT = /^q=(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * The best format that an `Accept` header names. Wildcards do not count, because clients without
 * AVIF send them, too; without a named format it is JPEG.
 */
export function negotiateFormat(accept: string | null): ThumbnailFormat {
  if (accept === null || accept.length > ACCEPT_CHARACTERS_MAX) return "jpeg";
  const named = new Set<string>();
  for (const range of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    if (parameters.every(isAcceptable)) named.add(type);
  }
  if (named.has("image/avif")) return "avif";
  return named.has("image/webp") ? "webp" : "jpeg";
}

function isAcceptable(parameter: string): boolean {
  if (!parameter.startsWith("q=")) return true;
  return WEIGHT.test(parameter) && Number(parameter.slice(2)) > 0;
}
