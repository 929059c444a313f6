import "server-only";

/** What a thumbnail may be sent as, best first. */
export type ThumbnailFormat = "avif" | "webp" | "jpeg";

export const CONTENT_TYPES: Record<ThumbnailFormat, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
};

const ACCEPT_CHARACTERS_MAX = 2_048;
/** RFC 9110 §12.4.2: three decimals at most. */
const WEIGHT = /^q=(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * The best format that a browser names in its `Accept`. A wildcard is no name: everything sends
 * `image/*`, also what has never heard of AVIF, and JPEG is what it then gets.
 */
export function negotiateFormat(accept: string | null): ThumbnailFormat {
  if (accept === null || accept.length > ACCEPT_CHARACTERS_MAX) return "jpeg";
  const named = new Set<string>();
  for (const range of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    if (parameters.every(isWanted)) named.add(type);
  }
  if (named.has("image/avif")) return "avif";
  return named.has("image/webp") ? "webp" : "jpeg";
}

function isWanted(parameter: string): boolean {
  if (!parameter.startsWith("q=")) return true;
  return WEIGHT.test(parameter) && Number(parameter.slice(2)) > 0;
}
