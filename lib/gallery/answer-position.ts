import "server-only";
import type { SearchQuery } from "@/lib/contract/search-query";
import { neighboursOf } from "@/lib/core/image/neighbours";
import { formatSearchQuery } from "@/lib/core/query/search-query";
import type { SearchService } from "@/lib/protocol/search-service";
import { toParameters } from "./gallery-images";

const OWN_PAGE = /^(\/library\/[^/?#]+)(#copies)?$/;

/** Adds the search to the path of an own picture's page; returns any other URL unchanged. */
export function pageInAnswer<Url extends string | null>(hostUrl: Url, query: SearchQuery) {
  return hostUrl && (hostUrl.replace(OWN_PAGE, `$1?${formatSearchQuery(query)}$2`) as Url);
}

/**
 * Finds a picture of our own service in the answer to a search, which is free. `path` is the path of
 * its page; `previous` and `next` are the URLs of its neighbours' pages, null at the ends. Returns
 * null if the answer does not contain it. Rejects as the service does.
 */
export async function positionInAnswer(
  service: SearchService,
  path: string,
  query: SearchQuery,
  options: { signal: AbortSignal; visitor: string },
) {
  const { items } = await service.search(toParameters(query), options);
  const paths = items.map(({ imageUrl }) => imageUrl.replace(/\/original$/, ""));
  const at = paths.indexOf(path);
  if (at === -1) return null;
  const { previous = null, next = null } = neighboursOf(paths, at);
  return {
    position: at + 1,
    count: paths.length,
    previous: pageInAnswer(previous, query),
    next: pageInAnswer(next, query),
  };
}
