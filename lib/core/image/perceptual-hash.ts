/** Pixels as a canvas returns them: red, green, blue and alpha of each, row by row. */
type Pixels = { bytes: ArrayLike<number>; widthPx: number; heightPx: number };

/** The image is compared as a grid of this many cells in each direction. */
const CELLS = 9;

/** Smaller steps of brightness (0 to 255) are noise of the encoder, as in a plain background. */
const STEP_MIN = 2;

/** Two bits for each pair of neighbours, beside and below each other. */
const BITS = 2 * CELLS * (CELLS - 1);

/**
 * The largest distance between two encodings or sizes of one picture. The distance between different
 * pictures is more than twice as large, even if their compositions are similar.
 */
export const SAME_BITS_MAX = 14;

/**
 * Returns a hash that is nearly the same for other sizes and encodings of one picture. It records
 * where the brightness rises from cell to cell (the difference hash, Neal Krawetz, "Kind of Like
 * That", 2013; here in both directions). `1`: rises, `0`: falls or stays, one character for each of
 * 144 pairs.
 */
export function perceptualHash(pixels: Pixels): string {
  const cells = brightnessOfCells(pixels);
  const at = (x: number, y: number) => cells[y * CELLS + x] ?? 0;
  let hash = "";
  for (let along = 0; along < CELLS; along++) {
    for (let i = 0; i + 1 < CELLS; i++) {
      hash += at(i + 1, along) > at(i, along) + STEP_MIN ? 1 : 0;
      hash += at(along, i + 1) > at(along, i) + STEP_MIN ? 1 : 0;
    }
  }
  return hash;
}

/** Returns the number of bits in which two hashes differ: 0 for the same, 144 for opposite pictures. */
export function hashDistance(one: string, other: string): number {
  let distance = 0;
  for (let i = 0; i < BITS; i++) if (one[i] !== other[i]) distance++;
  return distance;
}

/** Whether two hashes certainly belong to different pictures; false for a crop or a small retouch. */
export function isOtherPicture(one: string, other: string): boolean {
  return hashDistance(one, other) > 2 * SAME_BITS_MAX;
}

/** The mean brightness of each cell, 0 to 255; transparent pixels count as white. */
function brightnessOfCells({ bytes, widthPx, heightPx }: Pixels): number[] {
  const sums = new Array<number>(CELLS * CELLS).fill(0);
  const counts = new Array<number>(CELLS * CELLS).fill(0);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const i = 4 * (y * widthPx + x);
      const [red = 0, green = 0, blue = 0, alpha = 255] = [
        bytes[i],
        bytes[i + 1],
        bytes[i + 2],
        bytes[i + 3],
      ];
      const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
      const cell = Math.floor((y * CELLS) / heightPx) * CELLS + Math.floor((x * CELLS) / widthPx);
      sums[cell] = (sums[cell] ?? 0) + 255 + (luma - 255) * (alpha / 255);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return sums.map((sum, cell) => sum / Math.max(1, counts[cell] ?? 0));
}
