import { cleanText, cutText } from "./clean-text";
import { hostNameOfUrl, readWebUrl } from "./read-web-url";
import type { ServiceItem } from "./search-service";

/** Twice `COUNT_MAX`: a service may send more than we ask for, but not any number. */
const ITEMS_MAX = 200;
/** A body has room for 100,000 bad URLs, and each takes some microseconds to refuse. */
const ELEMENTS_READ_MAX = 2000;
const ECHO_CHARACTERS_MAX = 500;
const NAME_CHARACTERS_MAX = 500;
const SIDE_PX_MAX = 100_000;

/** A search response, or the reason, for the log, why the body cannot be read as one. */
export type ReadSearchResponse =
  | {
      isReadable: true;
      /** The echo of the query; "" if the service sent none. */
      name: string;
      /** In rank order. */
      items: ServiceItem[];
      /** Elements of `value` that are missing from `items`. */
      droppedCount: number;
    }
  | { isReadable: false; problem: string };

/**
 * Reads the parsed JSON body of a successful answer (the interface, "Search response").
 *
 * Lenient: unknown fields are ignored. A bad item is dropped and counted, and so are all items after
 * the 200th usable one or the 2,000th element. Only a body without a `value` array is refused.
 * Never throws; time is linear in the size of the body. `conceal` receives each name before it is cut, so
 * that no part of a secret remains.
 */
export function readSearchResponse(
  body: unknown,
  conceal: (text: string) => string = (text) => text,
): ReadSearchResponse {
  if (typeof body !== "object" || body === null) {
    return { isReadable: false, problem: "the body is not a JSON object" };
  }
  const { name, value } = body as Record<string, unknown>;
  if (!Array.isArray(value)) {
    return { isReadable: false, problem: "the body has no array `value`" };
  }
  const items: ServiceItem[] = [];
  for (const element of value.slice(0, ELEMENTS_READ_MAX)) {
    const item = readImageItem(element, conceal);
    if (item !== null) items.push(item);
    if (items.length === ITEMS_MAX) break;
  }
  return {
    isReadable: true,
    name: typeof name === "string" ? cutText(cleanText(name), ECHO_CHARACTERS_MAX) : "",
    items,
    droppedCount: value.length - items.length,
  };
}

/**
 * Reads one element of `value` leniently: only `imageUrl` is needed; invalid other fields are
 * repaired or left out. A relative `imageUrl` is resolved against `hostUrl`, the page that showed the
 * image. Returns null if there is no usable `imageUrl`. Never throws.
 */
function readImageItem(value: unknown, conceal: (text: string) => string): ServiceItem | null {
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
      typeof fields.name === "string"
        ? cutText(conceal(cleanText(fields.name)), NAME_CHARACTERS_MAX)
        : "",
    hostUrl,
    host: hostNameOfUrl(hostUrl ?? imageUrl),
  };
}

/** A side in whole pixels from a number, `"640"` or `"640px"`; null if it is not a plausible size. */
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
