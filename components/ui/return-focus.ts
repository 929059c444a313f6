/** Returns the focus to an element; if it has gone, to the page's content, because the body has no focus. */
export function returnFocus(to: Element | null): void {
  const isThere = to instanceof HTMLElement && to !== document.body && to.isConnected;
  (isThere ? to : document.getElementById("main"))?.focus({ preventScroll: true });
}
