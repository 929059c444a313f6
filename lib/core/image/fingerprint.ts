import type { Pixels } from "../colour/accent-of-pixels";

/**
 * By what copies of a picture, in other sizes or encodings, are recognised. `keys` are for looking
 * them up: a copy has stored one of them; the first is the key to store.
 */
export type Fingerprint = {
  /** Bytes in base64; or `sha256-` and the hash of a file, which is equal for equal files only. */
  text: string;
  keys: readonly number[];
};

/** A picture to compare: its size in pixels and the `text` of its fingerprint. */
export type Fingerprinted = { fingerprint: string; widthPx: number; heightPx: number };

/** The picture is compared as a grid of this many cells in each direction; its colours as 4 × 4. */
const CELLS = 8;
const COLOUR_CELLS = CELLS / 2;
const LUMA_VALUES = CELLS * CELLS;

/** A picture of less contrast, on a scale of 0 to 255, looks like many others. */
const CONTRAST_MIN = 16;

/** The largest differences between two sizes of a picture, on a scale of 0 to 255. */
const SCALED = { lumaMax: 20, lumaMeanMax: 3.5, colourMax: 9 };
/** Lower, because the photographs of a series differ by as little as two sizes of one picture. */
const SAME_SIZE = { lumaMax: 2, lumaMeanMax: 2, colourMax: 2 };

/** The two ratios of a picture's sizes differ by less; rounding to whole pixels comes on top. */
const RATIO_TOLERANCE = 0.01;

/** Sizes of a picture differ by less in a value of the key; the step between two keys. */
const KEY_MARGIN = 4;
const KEY_STEP = 16;

/**
 * Returns the fingerprint of a picture from a small copy of it: the mean brightness of 8 × 8 cells and
 * the colours of 4 × 4. Transparent pixels count as white. Returns null for a picture with too little
 * contrast. docs/decisions/0055-copies-of-a-picture.md has the figures.
 */
export function fingerprintOf(pixels: Pixels): Fingerprint | null {
  const grid = meanColours(pixels);
  const luma = grid.map(([red, green, blue]) => 0.299 * red + 0.587 * green + 0.114 * blue);
  if (Math.max(...luma) - Math.min(...luma) < CONTRAST_MIN) return null;
  const [redGreen, yellowBlue] = opponentColours(grid);
  const values = [...luma, ...redGreen, ...yellowBlue];
  const quarters = [0, 0, 0, 0];
  for (const [i, value] of luma.entries()) {
    const quarter = (i < LUMA_VALUES / 2 ? 0 : 2) + (i % CELLS < CELLS / 2 ? 0 : 1);
    quarters[quarter] = (quarters[quarter] ?? 0) + (4 * value) / LUMA_VALUES;
  }
  return {
    text: btoa(String.fromCharCode(...values.map(toByte))),
    keys: keysOf([...quarters, mean(redGreen), mean(yellowBlue)]),
  };
}

/**
 * Returns how much two pictures differ, 0 for equal fingerprints; null if they are not copies of each
 * other. Copies have the same ratio, and pictures of one size may differ less than those of two.
 */
export function differenceOfCopies(one: Fingerprinted, other: Fingerprinted): number | null {
  if (one.fingerprint === other.fingerprint) return 0;
  const isComparable = [one, other].every(({ fingerprint }) => !fingerprint.startsWith("sha256-"));
  if (!isComparable || !haveSameRatio(one, other)) return null;
  const isSameSize = one.widthPx === other.widthPx && one.heightPx === other.heightPx;
  const limits = isSameSize ? SAME_SIZE : SCALED;
  const [bytes, otherBytes] = [atob(one.fingerprint), atob(other.fingerprint)];
  let lumaSum = 0;
  for (let i = 0; i < bytes.length; i++) {
    const difference = Math.abs(bytes.charCodeAt(i) - otherBytes.charCodeAt(i));
    const isLuma = i < LUMA_VALUES;
    if (difference > (isLuma ? limits.lumaMax : limits.colourMax)) return null;
    if (isLuma) lumaSum += difference;
  }
  const lumaMean = lumaSum / LUMA_VALUES;
  return lumaMean > limits.lumaMeanMax ? null : lumaMean;
}

function haveSameRatio(one: Fingerprinted, other: Fingerprinted): boolean {
  const sides = [one.widthPx, one.heightPx, other.widthPx, other.heightPx];
  const factor = (one.widthPx * other.heightPx) / (one.heightPx * other.widthPx);
  return Math.abs(factor - 1) <= RATIO_TOLERANCE + 1 / Math.min(...sides);
}

type Colour = [red: number, green: number, blue: number];

/** The mean colour of each cell, over white. A pixel counts for each cell by the area that it covers. */
function meanColours({ bytes, widthPx, heightPx }: Pixels): Colour[] {
  const sums = Array.from({ length: CELLS * CELLS }, (): Colour => [0, 0, 0]);
  const columns = sharesOf(widthPx);
  const rows = sharesOf(heightPx);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = 4 * (y * widthPx + x);
      const alpha = (bytes[at + 3] ?? 255) / 255;
      for (const [row, height] of rows[y] ?? []) {
        for (const [column, width] of columns[x] ?? []) {
          const sum = sums[row * CELLS + column];
          if (sum === undefined) continue;
          for (const part of [0, 1, 2] as const) {
            sum[part] += (255 + ((bytes[at + part] ?? 0) - 255) * alpha) * width * height;
          }
        }
      }
    }
  }
  return sums;
}

/** For each of so many pixels in a line: the cells that it covers, and which share of the cell. */
function sharesOf(pixels: number): [cell: number, share: number][][] {
  const length = CELLS / pixels;
  return Array.from({ length: pixels }, (_, pixel) => {
    const [start, end] = [pixel * length, (pixel + 1) * length];
    const shares: [number, number][] = [];
    for (let cell = Math.floor(start); cell < Math.min(end, CELLS); cell++) {
      const share = Math.min(end, cell + 1) - Math.max(start, cell);
      if (share > 0) shares.push([cell, share]);
    }
    return shares;
  });
}

/** Red against green, and yellow against blue, of 4 × 4 cells; 128 is grey. */
function opponentColours(grid: readonly Colour[]): [number[], number[]] {
  const redGreen = new Array<number>(COLOUR_CELLS ** 2).fill(128);
  const yellowBlue = new Array<number>(COLOUR_CELLS ** 2).fill(128);
  for (const [i, [red, green, blue]] of grid.entries()) {
    const cell = COLOUR_CELLS * Math.floor(i / CELLS / 2) + Math.floor((i % CELLS) / 2);
    redGreen[cell] = (redGreen[cell] ?? 0) + (red - green) / 8;
    yellowBlue[cell] = (yellowBlue[cell] ?? 0) + (blue - (red + green) / 2) / 8;
  }
  return [redGreen, yellowBlue];
}

/** The key of these values, and those of all values that differ by the margin. */
function keysOf(values: readonly number[]): number[] {
  let keys = [0];
  for (const value of values) {
    const step = Math.floor(value / KEY_STEP);
    const into = value - step * KEY_STEP;
    const near = into < KEY_MARGIN ? step - 1 : into > KEY_STEP - KEY_MARGIN ? step + 1 : step;
    const steps = near < 0 || near === step || near > 15 ? [step] : [step, near];
    keys = steps.flatMap((each) => keys.map((key) => key * 16 + each));
  }
  return keys;
}

const toByte = (value: number) => Math.min(255, Math.round(value));

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
