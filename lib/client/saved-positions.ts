import { dropOldest } from "./drop-oldest";

/** A scroll position in an answer, relative to an image, and whether that image had the focus. */
type Position = { scrollY: number; imageId: string | null; offsetY: number; isFocused: boolean };

const POSITIONS_MAX = 100;

const positions = new Map<string, Position>();

/** Saves the current position for `content`. */
export function savePosition(content: string): void {
  positions.set(content, readPosition());
  dropOldest(positions, POSITIONS_MAX);
}

/** Restores the position saved for `content`. Returns false if there is none. */
export function restorePosition(content: string): boolean {
  const position = positions.get(content);
  if (position !== undefined) goTo(position);
  return position !== undefined;
}

/** Returns the current position. */
export function readPosition(): Position {
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

/** Returns the tile of an image; null if it is not in the document. */
export function tileOf(imageId: string | null): HTMLElement | null {
  if (imageId === null) return null;
  return document.querySelector<HTMLElement>(`[data-image-id="${CSS.escape(imageId)}"]`);
}

function goTo({ scrollY: top, imageId, offsetY, isFocused }: Position): void {
  const tile = tileOf(imageId);
  const isAtTop = tile === null || top === 0;
  scrollTo({
    top: isAtTop ? top : scrollY + tile.getBoundingClientRect().top - offsetY,
    behavior: "instant",
  });
  if (isFocused) tile?.querySelector("a")?.focus({ preventScroll: true });
}
