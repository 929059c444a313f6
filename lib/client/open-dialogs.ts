/** Whether a dialog other than `own` is open. */
export function isBehindDialog(own: Element | null): boolean {
  return [...document.querySelectorAll("dialog[open]")].some((open) => open !== own);
}
