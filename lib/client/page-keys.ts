import { readShortcut } from "./shortcuts";

/** Handles the shortcuts of every page; `openHelp` opens the list of them. */
export function onPageKey(event: KeyboardEvent, openHelp: () => void): void {
  // The lightbox hides the page, so only the help works: it lists the lightbox's shortcuts too.
  const covering = document.querySelector("dialog[open][aria-modal]");
  const shortcut = readShortcut(event, "page", covering);
  if (shortcut === "help") openHelp();
  else if (covering !== null) return;
  else if (shortcut === "results" ? !goToResults() : !shortcut || !goToSearchField()) return;
  event.preventDefault();
}

function goToSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>("input[type=search]");
  // The header of results becomes visible at the current scroll position.
  field?.focus({ preventScroll: field.closest("header:not([data-plain])") !== null });
  field?.select();
  return field !== null;
}

/** Focuses the image that last had the focus, or the first image. */
function goToResults(): boolean {
  const tile = "[data-image-id] ";
  const link =
    document.querySelector<HTMLElement>(`${tile}a[tabindex="0"]`) ??
    document.querySelector<HTMLElement>(`${tile}a`);
  link?.focus();
  return link !== null;
}
