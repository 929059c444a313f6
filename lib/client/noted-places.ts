/** Where somebody was in an answer: which picture stood where, and whether the focus was on it. */
type Place = { scrollY: number; imageId: string | null; offsetY: number; isFocused: boolean };

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

/** Where somebody is now. */
export function readPlace(): Place {
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

/** The tile of a picture, where it is in the document. */
export function tileOf(imageId: string | null): HTMLElement | null {
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
