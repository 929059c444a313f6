import "server-only";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { AppError } from "@/lib/platform/errors";
import type { SearchService } from "@/lib/protocol/search-service";
import { createMemoryCounter } from "@/lib/state/visitor-counters";
import { toFound, toParameters } from "./found-images";
import type { SearchImages } from "./search-images";

/** Four a second: far more than a person, or a family behind one IP address, ever searches. */
const SEARCHES_PER_MINUTE = 240;

/**
 * Creates the use case for a service whose searches are free, such as our own library. It asks the
 * service each time, so that an answer is never older than the library. More than 240 searches of a
 * visitor in a minute reject with `rate_limited`.
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
  const counter = createMemoryCounter({
    name: "free_minute",
    max: SEARCHES_PER_MINUTE,
    windowSeconds: 60,
  });
  return async (query, { signal, visitor = "unknown" }) => {
    const taken = await counter.take(visitor);
    if (!taken.isAllowed) throw new AppError("rate_limited", "too many free searches", taken);
    signal.throwIfAborted();
    const answer = await service.search(toParameters(query), { signal, client: visitor });
    const found = toFound(answer, query.count);
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
