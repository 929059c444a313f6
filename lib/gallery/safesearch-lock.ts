import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import type { CachedSearches } from "./cached-searches";
import type { SearchImages } from "./search-images";

/** The operator's lock of safe search; null if visitors choose. */
export type SafesearchLock = "strict" | null;

/**
 * Applies the lock to every search of the gallery, before the cache is read. So an answer from a time
 * without the lock, or of a server without it, is not shown either. Our own service applies it again
 * (lib/service/embedded-service.ts).
 */
export function applySafesearchLock(lock: SafesearchLock) {
  const locked = (query: SearchQuery): SearchQuery =>
    lock === null || query.safesearch === lock ? query : { ...query, safesearch: lock };
  return {
    toSearch:
      (search: SearchImages): SearchImages =>
      (query, options) =>
        search(locked(query), options),
    toCached: ({ find, shared }: CachedSearches): CachedSearches => ({
      find: (query) => find(locked(query)),
      async shared(countMax) {
        const searches = await shared(countMax);
        return searches.filter(({ query }) => lock === null || query.safesearch === lock);
      },
    }),
  };
}
