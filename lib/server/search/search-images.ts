import "server-only";
import type { Image, SearchAnswer, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import type { SearchParameters } from "@/lib/protocol/search-parameters";
import type { FoundItem, SearchService } from "@/lib/protocol/search-service";
import { imageId } from "./image-id";

/**
 * The gallery's use case: one question, answered by whichever service is in use.
 * Rejects with an `AppError` when the service fails, with the signal's reason when it aborted.
 */
export type SearchImages = (
  query: SearchQuery,
  options: { signal: AbortSignal },
) => Promise<SearchAnswer>;

type SearchImagesParts = {
  service: SearchService;
  label: () => Promise<ServiceLabel>;
  /** Searches that one question to `service` costs. */
  searchCost: 0 | 1;
  clock?: () => Date;
};

export function createSearchImages({
  service,
  label,
  searchCost,
  clock = () => new Date(),
}: SearchImagesParts): SearchImages {
  return async (query, { signal }) => {
    const { items, droppedCount } = await service.search(toParameters(query), { signal });
    const answeredAt = clock().toISOString();
    const { images, duplicateCount } = toImages(items);
    return {
      query,
      images,
      answeredAt,
      service: await label(),
      droppedCount: droppedCount + duplicateCount,
      searchesUsed: searchCost,
    };
  };
}

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

/** Items with our ids, in rank order; of several with one id the first is kept. */
export function toImages(items: readonly FoundItem[]): { images: Image[]; duplicateCount: number } {
  const byId = new Map<string, Image>();
  for (const item of items) {
    const id = imageId(item.imageUrl, item.hostUrl);
    if (!byId.has(id)) byId.set(id, { id, ...item });
  }
  return { images: [...byId.values()], duplicateCount: items.length - byId.size };
}
