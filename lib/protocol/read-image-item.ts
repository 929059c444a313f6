import { cleanText, cutText } from "./clean-text";
import { hostNameOf, readWebUrl } from "./read-web-url";
import type { FoundItem } from "./search-service";

const NAME_CHARACTERS_MAX = 500;
const SIDE_PX_MAX = 100_000;

/**
 * Reads one element of `value` leniently: only `imageUrl` is needed, every other field is repaired or
 * left out. A relative `imageUrl` is resolved against `hostUrl`, the page that showed the image.
 * Returns null if there is no usable `imageUrl`. Never throws.
 */
export function readImageItem(value: unknown): FoundItem | null {
  if (typeof value !== "object" || value === null) return null;
  const fields = value as Record<string, unknown>;
  const hostUrl = readWebUrl(fields.hostUrl);
  const imageUrl = readWebUrl(fields.imageUrl, hostUrl);
  if (imageUrl === null) return null;
  return {
    imageUrl,
    width: readSidePx(fields.width),
    height: readSidePx(fields.height),
    accentColor: readColour(fields.accentColor),
    name:
      typeof fields.name === "string" ? cutText(cleanText(fields.name), NAME_CHARACTERS_MAX) : "",
    hostUrl,
    host: hostNameOf(hostUrl ?? imageUrl),
  };
}

/** A side in whole pixels from a number, `"640"` or `"640px"`; null if it makes no sense. */
function readSidePx(value: unknown): number | null {
  const px = typeof value === "string" ? readPlainNumber(value) : value;
  if (typeof px !== "number" || !(px > 0 && px <= SIDE_PX_MAX)) return null;
  return Math.max(1, Math.round(px));
}

/** Plain decimals only: `Number` would also accept "", "0x10" and "1e3". */
function readPlainNumber(text: string): number {
  const digits = /^(\d{1,6}(?:\.\d{1,20})?)(?:px)?$/.exec(text.length > 40 ? "" : text.trim());
  return Number(digits?.[1] ?? Number.NaN);
}

/** `#rrggbb` from `RRGGBB` or `RGB`, with or without `#` and alpha; null for anything else. */
function readColour(value: unknown): string | null {
  if (typeof value !== "string" || value.length > 20) return null;
  const digits = /^#?([0-9a-f]{3,8})$/i.exec(value.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  switch (digits.length) {
    case 3:
    case 4:
      return `#${digits.slice(0, 3).replace(/./g, "$&$&")}`;
    case 6:
    case 8:
      return `#${digits.slice(0, 6)}`;
    default:
      return null;
  }
}
