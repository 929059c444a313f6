import "server-only";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchService } from "@/lib/protocol/search-service";
import { toFound, toParameters } from "./found-images";
import type { SearchImages } from "./search-images";

/**
 * Creates the use case for a service whose searches are free, such as our own library. It asks the
 * service each time, so that an answer is never older than the library.
 */
export function createFreeSearch({
  service,
  label,
  clock = Date.now,
}: {
  service: SearchService;
  label: () => Promise<ServiceLabel>;
  clock?: () => number;
}): SearchImages {
  return async (query, { signal }) => {
    const found = toFound(await service.search(toParameters(query), { signal }), query.count);
    return {
      query,
      ...found,
      answeredAt: new Date(clock()).toISOString(),
      ageSeconds: 0,
      service: await label(),
      from: "service",
      staleReason: null,
      isNarrowed: false,
      searchesUsed: 0,
      budget: null,
    };
  };
}
