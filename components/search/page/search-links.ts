import { isPlainClick } from "@/lib/client/modifiers";

/** Returns the clicked link if it leads to a search and opens on this page, or null. */
export function clickedSearch(event: MouseEvent): HTMLAnchorElement | null {
  if (!isPlainClick(event)) return null;
  return (event.target as Element).closest<HTMLAnchorElement>('a[href^="/search?"]');
}
