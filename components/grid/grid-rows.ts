/** Sizes of a justified grid in CSS pixels, as in the page's style (components/grid). */
export type GridSizes = {
  widthPx: number;
  /** The height of a row's pictures before it grows to fill its line. */
  rowPx: number;
  /** The height of the caption under each picture. */
  captionPx: number;
  columnGapPx: number;
  rowGapPx: number;
  /** The narrowest and the widest box, as width over height. */
  ratioMin: number;
  ratioMax: number;
  /** If the tiles of the last row leave this part of the width empty, they do not fill it. */
  rest: number;
  /** The `flex-grow` of the spacer that then follows them; that of a tile is 10 times its ratio. */
  restGrow: number;
};

/** The tiles of ranks `first` to `end` - 1, whose images have equal heights. */
export type GridRow = { first: number; end: number; topPx: number; imageHeightPx: number };

/**
 * The rows of a grid, from top to bottom. `captionPx` and `rowGapPx` are the vertical space between
 * the images of two rows.
 */
export type GridRows = {
  rows: readonly GridRow[];
  captionPx: number;
  rowGapPx: number;
  lengthPx: number;
};

/**
 * Computes the same rows as the grid's CSS, from the ratios (width / height) of its tiles. A row
 * takes tiles while they fit at height `rowPx`, then grows to the full width. A last row of few tiles
 * grows less.
 */
export function gridRows(ratios: readonly number[], sizes: GridSizes): GridRows {
  const { captionPx, rowGapPx, ratioMin, ratioMax } = sizes;
  const clamped = ratios.map((ratio) => Math.min(Math.max(ratio, ratioMin), ratioMax));
  const rows: GridRow[] = [];
  let topPx = 0;
  let lengthPx = 0;
  for (let first = 0; first < clamped.length; ) {
    const end = endOfRow(clamped, first, sizes);
    const imageHeightPx = heightOfRow(clamped, first, end, sizes);
    rows.push({ first, end, topPx, imageHeightPx });
    lengthPx = topPx + imageHeightPx + captionPx;
    topPx = lengthPx + rowGapPx;
    first = end;
  }
  return { rows, captionPx, rowGapPx, lengthPx };
}

/** Returns the index of the row at `yPx` from the list's top, or above the gap there; at least 0. */
export function rowAt({ rows }: GridRows, yPx: number): number {
  return Math.max(
    0,
    rows.findLastIndex(({ topPx }) => topPx <= yPx),
  );
}

/** Returns the index of the row that contains the tile of this rank; -1 for a rank below 0. */
export function rowOf({ rows }: GridRows, rank: number): number {
  return rows.findLastIndex(({ first }) => first <= rank);
}

function endOfRow(ratios: readonly number[], first: number, sizes: GridSizes): number {
  let end = first;
  let takenPx = 0;
  for (; end < ratios.length; end++) {
    const ownPx = unstretchedPx(ratios[end] ?? 0, sizes) + (end > first ? sizes.columnGapPx : 0);
    if (end > first && takenPx + ownPx > sizes.widthPx) break;
    takenPx += ownPx;
  }
  return end;
}

function heightOfRow(
  ratios: readonly number[],
  first: number,
  end: number,
  { widthPx, rowPx, columnGapPx, rest, restGrow }: GridSizes,
): number {
  let ratioSum = 0;
  // Avoids copying the row: a key press moves an image among thousands.
  for (let rank = first; rank < end; rank++) ratioSum += ratios[rank] ?? 0;
  const gapsPx = columnGapPx * (end - first - 1);
  const freePx = widthPx * (1 - rest) - columnGapPx - gapsPx - ratioSum * rowPx;
  const isFull = end < ratios.length || freePx < 0;
  if (isFull) return (widthPx - gapsPx) / ratioSum;
  return rowPx + (freePx * 10) / (ratioSum * 10 + restGrow);
}

/** Rounds as browsers do, to 64ths of a pixel, so that sums are exact. */
function unstretchedPx(ratio: number, { rowPx }: GridSizes): number {
  return Math.floor(ratio * rowPx * 64) / 64;
}
