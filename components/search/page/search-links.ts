import { isPlainClick } from "@/lib/client/modifiers";
import type { Image } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { searchHref } from "@/lib/core/query/search-outcome";

/** Returns the clicked link if it leads to a search and opens on this page, or null. */
export function clickedSearch(event: MouseEvent): HTMLAnchorElement | null {
  if (!isPlainClick(event)) return null;
  return (event.target as Element).closest<HTMLAnchorElement>('a[href^="/search?"]');
}

/** Returns the URL of the search limited to an image's site; null if it has none or this search is. */
export function siteHrefOf(
  { folder, host }: Pick<Image, "folder" | "host">,
  query: SearchQuery,
): string | null {
  if (folder !== undefined || query.site === host) return null;
  return searchHref({ ...query, site: host });
}
