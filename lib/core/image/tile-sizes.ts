import { DENSITY_FACTOR, type Density } from "../settings/density";

/**
 * The row heights of the grid's style (components/grid). A row grows until it is full: rarely by more
 * than a third, on narrow screens by 1.22 on average. The growth for narrow screens is lower than that:
 * they are dense and their connections slow, so a slightly small image is better than one that is half
 * as large again.
 */
export const ROWS = [
  { fromRem: 96, rowPx: 216, growth: 1.2 },
  { fromRem: 64, rowPx: 184, growth: 1.2 },
  { fromRem: 43, rowPx: 144, growth: 1.25 },
  { fromRem: 0, rowPx: 104, growth: 1.15 },
] as const;

/** Rows with fewer images grow more. */
const LARGE_GROWTH = 1.1;

/** `isFew`: the rows have few images, and are twice as high at every density. */
export type RowHeight = { density: Density; isFew: boolean };

/** Returns the `sizes` attribute of a tile of this ratio (width by height). */
export function tileSizes(ratio: number, { density, isFew }: RowHeight): string {
  const ofDensity = DENSITY_FACTOR[density] * (density === "large" ? LARGE_GROWTH : 1);
  const factor = isFew ? 2 : ofDensity;
  return ROWS.map(({ fromRem, rowPx, growth }) => {
    const length = `${Math.round(drawn(ratio) * rowPx * growth * factor)}px`;
    return fromRem === 0 ? length : `(min-width: ${fromRem}rem) ${length}`;
  }).join(", ");
}

const TILE_WIDTH_MAX_PX = 960;

/**
 * Returns the narrowest and the widest that a tile of this ratio is drawn, in device pixels: from a
 * tablet at 1x (phones are denser) to a large screen at 2x.
 */
export function tileWidthRangePx(
  ratio: number,
  density: Density = "normal",
): { minPx: number; maxPx: number } {
  const factor = Math.max(1, DENSITY_FACTOR[density]);
  const maxPx = Math.min(drawn(ratio) * 216 * 1.2 * 2 * factor, TILE_WIDTH_MAX_PX);
  return { minPx: drawn(ratio) * 144, maxPx };
}

/**
 * Returns the ratio at which a picture is drawn. One narrower than the narrowest box is cropped above and
 * below, and one wider than the widest box is made smaller.
 */
function drawn(ratio: number): number {
  return Math.min(Math.max(ratio, 0.5), 2.4);
}
