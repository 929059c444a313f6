import { readWebUrl } from "./read-web-url";
import type { ImageItem } from "./search-response";

/** An item of our own service, which knows every field of its images. */
export type WrittenImageItem = { [Field in keyof ImageItem]: NonNullable<ImageItem[Field]> };

/**
 * Writes a successful answer (the interface, "Search response"): exactly the documented fields,
 * in the documented order. `name` is the query text as it was sent; `items` are in rank order.
 *
 * @throws RangeError for an item that the interface does not allow, which is a bug of ours.
 */
export function writeSearchResponse(name: string, items: readonly WrittenImageItem[]) {
  return {
    name,
    value: items.map((item) => {
      const { imageUrl, width, height, accentColor, hostUrl } = item;
      if (readWebUrl(imageUrl) === null || readWebUrl(hostUrl) === null) {
        throw new RangeError("an item's URLs must be absolute http(s)");
      }
      if (!isSize(width) || !isSize(height)) throw new RangeError("an item has no size");
      if (!/^#[0-9a-f]{6}$/.test(accentColor)) throw new RangeError("not a colour");
      return { imageUrl, width, height, accentColor, name: item.name, hostUrl };
    }),
  };
}

function isSize(pixels: number): boolean {
  return Number.isInteger(pixels) && pixels > 0;
}
