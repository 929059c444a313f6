/** Where somebody was in an answer: which picture stood where, and whether the focus was on it. */
type Place = { scrollY: number; imageId: string | null; offsetY: number; isFocused: boolean };

/** The picture in focus when the whole page was left, for when it is built anew on return. */
const FOCUS_NAME = "vitrine.focus";

const places = new Map<string, Place>();

/** Notes where somebody is in the answer at `address`. */
export function notePlace(address: string): void {
  places.set(address, readPlace());
}

/** Brings somebody back to where they were in the answer at `address`; false if that is not known. */
export function returnTo(address: string): boolean {
  const place = places.get(address);
  if (place !== undefined) goTo(place);
  return place !== undefined;
}

function readPlace(): Place {
  const focused = document.activeElement?.closest<HTMLElement>("[data-image-id]") ?? null;
  const anchor = focused ?? firstVisible();
  return {
    scrollY,
    imageId: anchor?.dataset.imageId ?? null,
    offsetY: anchor?.getBoundingClientRect().top ?? 0,
    isFocused: focused !== null,
  };
}

function firstVisible(): HTMLElement | null {
  for (const tile of document.querySelectorAll<HTMLElement>("[data-image-id]")) {
    if (tile.getBoundingClientRect().bottom > 0) return tile;
  }
  return null;
}

function tileOf(imageId: string | null): HTMLElement | null {
  if (imageId === null) return null;
  return document.querySelector<HTMLElement>(`[data-image-id="${CSS.escape(imageId)}"]`);
}

function goTo({ scrollY: top, imageId, offsetY, isFocused }: Place): void {
  const tile = tileOf(imageId);
  const isAtTop = tile === null || top === 0;
  scrollTo({
    top: isAtTop ? top : scrollY + tile.getBoundingClientRect().top - offsetY,
    behavior: "instant",
  });
  if (isFocused) tile?.querySelector("a")?.focus({ preventScroll: true });
}

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
    tileOf(String(kept[1]))?.querySelector("a")?.focus({ preventScroll: true });
  } catch {
    // As above.
  }
}
