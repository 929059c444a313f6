/** Sizes of a justified grid in CSS pixels, as the page's style has them (components/grid). */
export type GridSizes = {
  widthPx: number;
  /** The height of a row's pictures before it grows to fill its line. */
  rowPx: number;
  /** What stands under each picture. */
  captionPx: number;
  columnGapPx: number;
  rowGapPx: number;
  /** The narrowest and the widest box, as width over height. */
  ratioMin: number;
  ratioMax: number;
};

/** The tiles from `first` to before `end`, all with pictures of one height. */
export type GridRow = { first: number; end: number; topPx: number; pictureHeightPx: number };

/** Where a tile's picture stands in the list: from its beginning (left or right) and its top. */
export type TilePlace = { row: number; startPx: number; topPx: number; widthPx: number };

export type GridRows = { rows: readonly GridRow[]; places: readonly TilePlace[]; lengthPx: number };

/**
 * The rows that the grid's style makes of tiles of these ratios (width by height): a row takes
 * tiles while they fit at `rowPx`, and then grows until it is full; the last stays as it is.
 */
export function gridRows(ratios: readonly number[], sizes: GridSizes): GridRows {
  const { captionPx, columnGapPx, rowGapPx, ratioMin, ratioMax } = sizes;
  const drawn = ratios.map((ratio) => Math.min(Math.max(ratio, ratioMin), ratioMax));
  const rows: GridRow[] = [];
  const places: TilePlace[] = [];
  let topPx = 0;
  let lengthPx = 0;
  for (let first = 0; first < drawn.length; ) {
    const end = endOfRow(drawn, first, sizes);
    const ofRow = drawn.slice(first, end);
    const pictureHeightPx = heightOfRow(ofRow, end === drawn.length, sizes);
    let startPx = 0;
    for (const ratio of ofRow) {
      const widthPx = ratio * pictureHeightPx;
      places.push({ row: rows.length, startPx, topPx, widthPx });
      startPx += widthPx + columnGapPx;
    }
    rows.push({ first, end, topPx, pictureHeightPx });
    lengthPx = topPx + pictureHeightPx + captionPx;
    topPx = lengthPx + rowGapPx;
    first = end;
  }
  return { rows, places, lengthPx };
}

/** The row that `yPx` from the list's top lies in, or else the one before it; 0 above the first. */
export function rowAt({ rows }: GridRows, yPx: number): number {
  let low = 0;
  let high = rows.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.topPx ?? 0) <= yPx) low = middle;
    else high = middle;
  }
  return low;
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

function heightOfRow(ratios: readonly number[], isLast: boolean, sizes: GridSizes): number {
  const { widthPx, rowPx, columnGapPx } = sizes;
  const unstretched = ratios.reduce((sum, ratio) => sum + unstretchedPx(ratio, sizes), 0);
  const gapsPx = columnGapPx * (ratios.length - 1);
  // What takes the rest of the last row needs a gap of its own; without room for it there is no rest.
  if (isLast && unstretched + gapsPx + columnGapPx <= widthPx) return rowPx;
  const ratioSum = ratios.reduce((sum, ratio) => sum + ratio, 0);
  const fullPx = (widthPx - gapsPx) / ratioSum;
  // Shares of growth that come to less than one leave a part of the line empty.
  if (ratioSum < 1 && fullPx > rowPx) return rowPx + widthPx - gapsPx - rowPx * ratioSum;
  return fullPx;
}

/** Browsers lay out in 64ths of a pixel, so that sums of them are exact. */
function unstretchedPx(ratio: number, { rowPx }: GridSizes): number {
  return Math.floor(ratio * rowPx * 64) / 64;
}
