import { nearestTile } from "@/lib/core/nearest-tile";

/**
 * Moves the focus between pictures: left and right in rank order (mirrored where text runs right to
 * left), up and down to the nearest picture of the next row.
 *
 * @param list the element whose tiles carry `data-image-id`, their first link being the picture's
 * @returns whether the key was an arrow that led somewhere
 */
export function moveByArrow(list: HTMLElement, key: string): boolean {
  const tiles = [...list.querySelectorAll<HTMLElement>("[data-image-id]")];
  const from = tiles.findIndex((tile) => tile.contains(document.activeElement));
  if (from === -1) return false;
  const to = target(tiles, from, key, getComputedStyle(list).direction === "rtl");
  const link = to === null ? null : tiles[to]?.querySelector<HTMLElement>("a, button");
  link?.focus();
  return !!link;
}

function target(
  tiles: readonly HTMLElement[],
  from: number,
  key: string,
  isRightToLeft: boolean,
): number | null {
  const forward = isRightToLeft ? "ArrowLeft" : "ArrowRight";
  const backward = isRightToLeft ? "ArrowRight" : "ArrowLeft";
  if (key === forward) return from + 1 < tiles.length ? from + 1 : null;
  if (key === backward) return from > 0 ? from - 1 : null;
  if (key !== "ArrowDown" && key !== "ArrowUp") return null;
  const boxes = tiles.map((tile) => {
    const { left, top, width } = tile.getBoundingClientRect();
    return { left, top, width };
  });
  return nearestTile(boxes, from, key === "ArrowDown" ? 1 : -1);
}
