/** The link to a search that a click follows on this page; null for any other click. */
export function clickedSearch(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey;
  if (!isPlain || event.shiftKey || event.altKey || event.defaultPrevented) return null;
  return (event.target as Element).closest<HTMLAnchorElement>('a[href^="/search?"]');
}
