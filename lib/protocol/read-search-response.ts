import { cleanText, cutText } from "./clean-text";
import { readImageItem } from "./read-image-item";
import type { FoundItem } from "./search-service";

/** Twice the most we ask for (`COUNT_MAX`): a service may send more, but not any number. */
const ITEMS_MAX = 200;
/** A body has room for 100,000 bad URLs, and refusing each takes some microseconds. */
const ELEMENTS_READ_MAX = 2000;
const ECHO_CHARACTERS_MAX = 500;

/** A search response, or the reason (for the log) why the body is none. */
export type ReadSearchResponse =
  | {
      isReadable: true;
      /** The echo of the query; "" if the service sent none. */
      name: string;
      /** In rank order. */
      items: FoundItem[];
      /** Elements of `value` that are not among `items`. */
      droppedCount: number;
    }
  | { isReadable: false; problem: string };

/**
 * Reads the parsed JSON body of a successful answer (the interface, "Search response").
 *
 * Lenient: unknown fields are ignored. A bad item is dropped and counted, and so are all items after
 * the 200th usable one or the 2,000th element. Only a body without a `value` array is refused.
 * Never throws; time is linear in the size of the body.
 */
export function readSearchResponse(body: unknown): ReadSearchResponse {
  if (typeof body !== "object" || body === null) {
    return { isReadable: false, problem: "the body is not a JSON object" };
  }
  const { name, value } = body as Record<string, unknown>;
  if (!Array.isArray(value)) {
    return { isReadable: false, problem: "the body has no array `value`" };
  }
  const items: FoundItem[] = [];
  for (const element of value.slice(0, ELEMENTS_READ_MAX)) {
    const item = readImageItem(element);
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
