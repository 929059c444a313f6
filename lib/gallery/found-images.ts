import "server-only";
import type { Image } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import type { SearchParameters } from "@/lib/protocol/search-parameters";
import type { FoundItem, ServiceAnswer } from "@/lib/protocol/search-service";
import { imageId } from "./image-id";

/** An image before its thumbnails are added; `revision` as in `FoundItem`. */
export type FoundImage = Image & Pick<FoundItem, "revision">;

/** What an answer says, apart from who asked when. */
export type Found = { images: FoundImage[]; droppedCount: number };

/**
 * A question in the interface's terms: count and safe search always, since the service's defaults
 * are not shown; `transparent` only as true, the one value that is; `site` only when set.
 */
export function toParameters({ q, count, safesearch, transparent, site }: SearchQuery) {
  return {
    q,
    count,
    safesearch,
    ...(transparent && { transparent }),
    ...(site !== null && { site }),
  } satisfies SearchParameters;
}

/** A service's answer as the gallery has it. */
export function toFound({ items, droppedCount }: ServiceAnswer): Found {
  const { images, duplicateCount } = toImages(items);
  return { images, droppedCount: droppedCount + duplicateCount };
}

/** Items with our ids, in rank order; of several with one id the first is kept. */
export function toImages(items: readonly FoundItem[]): {
  images: FoundImage[];
  duplicateCount: number;
} {
  const byId = new Map<string, FoundImage>();
  for (const item of items) {
    const id = imageId(item.imageUrl, item.hostUrl);
    if (!byId.has(id)) byId.set(id, { id, ...item, thumbnails: null, fallbackUrl: null });
  }
  return { images: [...byId.values()], duplicateCount: items.length - byId.size };
}
