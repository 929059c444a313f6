/** A tile's place on the page, in CSS pixels. */
export type TileBox = { left: number; top: number; width: number };

/**
 * Which tile lies under (`1`) or above (`-1`) the tile at `from`: in the next row that way, the one
 * whose middle is nearest. Null at the edge. Tiles of one row share one top.
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
