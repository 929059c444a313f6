/** The URL of the search whose link a click follows on this page; null for any other click. */
export function clickedSearch(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey;
  if (!isPlain || event.shiftKey || event.altKey || event.defaultPrevented) return null;
  const link = (event.target as Element).closest('a[href^="/search?"]');
  return link?.getAttribute("href") ?? null;
}
