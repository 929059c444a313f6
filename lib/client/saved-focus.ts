import { readPosition, tileOf } from "./saved-positions";

const FOCUS_NAME = "vitrine.focus";

/** Saves which image has the focus when the page is unloaded. */
export function saveFocus(content: string): void {
  const { imageId, isFocused } = readPosition();
  try {
    if (isFocused && imageId !== null) {
      sessionStorage.setItem(FOCUS_NAME, JSON.stringify([content, imageId]));
    } else sessionStorage.removeItem(FOCUS_NAME);
  } catch {
    // Without storage the focus starts at the top.
  }
}

/** Focuses the image that had the focus when this page was unloaded. */
export function restoreFocus(content: string): void {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(FOCUS_NAME) ?? "null");
    if (!Array.isArray(saved) || saved[0] !== content) return;
    // The visitor has already moved the focus.
    if (document.activeElement !== document.body) return;
    tileOf(String(saved[1]))?.querySelector("a")?.focus({ preventScroll: true });
  } catch {
    // Without storage the focus starts at the top.
  }
}
