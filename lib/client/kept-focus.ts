import { readPlace, tileOf } from "./noted-places";

/** The picture in focus when the whole page was left, for when it is built anew on return. */
const FOCUS_NAME = "vitrine.focus";

/** Keeps which picture has the focus, for when the whole page is left. */
export function keepFocus(address: string): void {
  const { imageId, isFocused } = readPlace();
  try {
    if (isFocused && imageId !== null) {
      sessionStorage.setItem(FOCUS_NAME, JSON.stringify([address, imageId]));
    } else sessionStorage.removeItem(FOCUS_NAME);
  } catch {
    // No storage: the focus starts at the top, as on any page.
  }
}

/** Gives the focus back to the picture that had it when this page was left. */
export function restoreFocus(address: string): void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(FOCUS_NAME) ?? "null");
    if (!Array.isArray(kept) || kept[0] !== address) return;
    // Somebody is elsewhere already.
    if (document.activeElement !== document.body) return;
    tileOf(String(kept[1]))?.querySelector("a")?.focus({ preventScroll: true });
  } catch {
    // As above.
  }
}
