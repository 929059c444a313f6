import { isPlainClick } from "@/lib/client/modifiers";
import type { Image } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { searchHref } from "@/lib/core/query/search-outcome";

/** The link to a search that a click follows on this page; null for any other click. */
export function clickedSearch(event: MouseEvent): HTMLAnchorElement | null {
  if (!isPlainClick(event)) return null;
  return (event.target as Element).closest<HTMLAnchorElement>('a[href^="/search?"]');
}

/** The URL of the same search on the site of an image; null for own pictures, and where it is there. */
export function siteHrefOf(
  { folder, host }: Pick<Image, "folder" | "host">,
  query: SearchQuery,
): string | null {
  if (folder !== undefined || query.site === host) return null;
  return searchHref({ ...query, site: host });
}
