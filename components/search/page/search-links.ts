import { isPlainClick } from "@/lib/client/modifiers";
import { FREE_MARK } from "@/lib/core/query/search-outcome";

/** Returns the search of the clicked link if it opens on this page, or null. */
export function clickedSearch(event: MouseEvent): { href: string; isFree: boolean } | null {
  if (!isPlainClick(event)) return null;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/search?"]');
  return link && { href: `/search${link.search}`, isFree: link.hash === FREE_MARK };
}
