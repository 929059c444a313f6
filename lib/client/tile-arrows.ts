/**
 * Moves the focus between images: left and right in rank order (mirrored in right-to-left text), up
 * and down to the nearest image of the next row.
 *
 * @param list the element whose tiles have `data-image-id`; a tile's first link is the image's
 * @returns whether the focus moved
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

/** A tile's position on the page, in CSS pixels. */
export type TileBox = { left: number; top: number; width: number };

/**
 * The tile below (`1`) or above (`-1`) the tile at `from`: the one of the next row whose middle is
 * nearest. Null at the edge. Tiles of one row share one top.
 */
export function nearestTile(boxes: readonly TileBox[], from: number, rows: 1 | -1): number | null {
  const start = boxes[from];
  if (start === undefined) return null;
  const middle = start.left + start.width / 2;
  let rowTop: number | null = null;
  let nearest: number | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (let i = from + rows; i >= 0 && i < boxes.length; i += rows) {
    const box = boxes[i];
    if (box === undefined || Math.abs(box.top - start.top) < 1) continue;
    rowTop ??= box.top;
    if (Math.abs(box.top - rowTop) >= 1) break;
    const away = Math.abs(box.left + box.width / 2 - middle);
    if (away < distance) {
      nearest = i;
      distance = away;
    }
  }
  return nearest;
}
