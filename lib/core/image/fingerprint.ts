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

/** The picture is compared first as a grid of this many cells in each direction; its colours as 4 × 4. */
const CELLS = 8;
const COLOUR_CELLS = CELLS / 2;
const LUMA_VALUES = CELLS * CELLS;

/** Then its details, as a grid of the brightness of so many cells. */
const DETAIL_CELLS = 32;
/** A detail is stored as how much it differs from its coarse cell, in 15 steps of this size. */
const DETAIL_STEP = 8;
const DETAIL_STEPS_MAX = 7;
/** If a side of a picture is shorter, its details are not compared: scaling has changed them. */
const DETAILED_PX_MIN = 96;

/**
 * Limits of how much the details in a coarse cell differ, as a share of how much they vary there. The
 * noise is added to what varies, in squares of brightness. Text differs in many cells, a sign in few.
 */
const MANY_CELLS = { noise: 64, shareMax: 0.22, rank: 3 };
const ONE_CELL = { noise: 300, shareMax: 0.3, rank: 0 };

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
 * Returns the fingerprint of a picture from a small copy of it: the mean brightness of 8 × 8 cells, the
 * colours of 4 × 4, and the brightness of 32 × 32 cells in those. Transparent pixels count as white.
 * Returns null for a picture with too little contrast. The figures are in
 * docs/decisions/0055-copies-of-a-picture.md.
 */
export function fingerprintOf(pixels: Pixels): Fingerprint | null {
  const grid = meanColours(pixels, CELLS);
  const luma = grid.map(lumaOf);
  if (Math.max(...luma) - Math.min(...luma) < CONTRAST_MIN) return null;
  const [redGreen, yellowBlue] = opponentColours(grid);
  const values = [...luma, ...redGreen, ...yellowBlue];
  const quarters = [0, 0, 0, 0];
  for (const [i, value] of luma.entries()) {
    const quarter = (i < LUMA_VALUES / 2 ? 0 : 2) + (i % CELLS < CELLS / 2 ? 0 : 1);
    quarters[quarter] = (quarters[quarter] ?? 0) + (4 * value) / LUMA_VALUES;
  }
  const bytes = values.map(toByte);
  return {
    text: btoa(String.fromCharCode(...bytes, ...detailsOf(pixels, bytes))),
    keys: keysOf([...quarters, mean(redGreen), mean(yellowBlue)]),
  };
}

/**
 * Returns how much two pictures differ, 0 for equal fingerprints; null if they are not copies of each
 * other. Copies have the same ratio, and pictures of one size may differ less than those of two.
 */
export function differenceOfCopies(one: Fingerprinted, other: Fingerprinted): number | null {
  if (one.fingerprint === other.fingerprint) return 0;
  if (!areComparable(one, other)) return null;
  const limits = haveSameSize(one, other) ? SAME_SIZE : SCALED;
  const [bytes, otherBytes] = [atob(one.fingerprint), atob(other.fingerprint)];
  let lumaSum = 0;
  for (let i = 0; i < COARSE_BYTES; i++) {
    const difference = Math.abs(bytes.charCodeAt(i) - otherBytes.charCodeAt(i));
    const isLuma = i < LUMA_VALUES;
    if (difference > (isLuma ? limits.lumaMax : limits.colourMax)) return null;
    if (isLuma) lumaSum += difference;
  }
  const lumaMean = lumaSum / LUMA_VALUES;
  return lumaMean > limits.lumaMeanMax || differInDetail(one, other) ? null : lumaMean;
}

/**
 * Whether two pictures cannot be copies of one: they have the same size, or details that differ. A small
 * copy may look like both.
 */
export function areDifferent(one: Fingerprinted, other: Fingerprinted): boolean {
  if (haveSameSize(one, other)) return differenceOfCopies(one, other) === null;
  return areComparable(one, other) && differInDetail(one, other);
}

/** Versions of the fingerprint have different lengths. */
function areComparable(one: Fingerprinted, other: Fingerprinted): boolean {
  const isOfFile = [one, other].some(({ fingerprint }) => fingerprint.startsWith("sha256-"));
  const isSameVersion = one.fingerprint.length === other.fingerprint.length;
  return !isOfFile && isSameVersion && haveSameRatio(one, other);
}

function haveSameSize(one: Fingerprinted, other: Fingerprinted): boolean {
  return one.widthPx === other.widthPx && one.heightPx === other.heightPx;
}

function differInDetail(one: Fingerprinted, other: Fingerprinted): boolean {
  const sides = [one.widthPx, one.heightPx, other.widthPx, other.heightPx];
  if (Math.min(...sides) < DETAILED_PX_MIN) return false;
  const [details, otherDetails] = [readDetails(one.fingerprint), readDetails(other.fingerprint)];
  const cells = Array.from({ length: CELLS ** 2 }, () => ({ differing: 0, varying: 0 }));
  for (let i = 0; i < details.length; i++) {
    const cell = cells[coarseCellOf(i)];
    if (cell === undefined) continue;
    cell.differing += ((details[i] ?? 0) - (otherDetails[i] ?? 0)) ** 2;
    cell.varying += (variationAt(details, i) + variationAt(otherDetails, i)) / 2;
  }
  const detailsInCell = (DETAIL_CELLS / CELLS) ** 2;
  return [MANY_CELLS, ONE_CELL].some(({ noise, shareMax, rank }) => {
    const shares = cells.map((cell) => cell.differing / (cell.varying + noise * detailsInCell));
    return (shares.sort((a, b) => b - a)[rank] ?? 0) > shareMax;
  });
}

const COARSE_BYTES = LUMA_VALUES + 2 * COLOUR_CELLS ** 2;

/** The coarse cell that contains a detail. */
function coarseCellOf(detail: number): number {
  const [row, column] = [Math.floor(detail / DETAIL_CELLS), detail % DETAIL_CELLS];
  const size = DETAIL_CELLS / CELLS;
  return CELLS * Math.floor(row / size) + Math.floor(column / size);
}

/** The details of a picture, two in a byte. */
function detailsOf(pixels: Pixels, coarse: readonly number[]): number[] {
  const steps = meanColours(pixels, DETAIL_CELLS).map((colour, i) => {
    const difference = lumaOf(colour) - (coarse[coarseCellOf(i)] ?? 0);
    const step = Math.round(difference / DETAIL_STEP);
    return DETAIL_STEPS_MAX + Math.max(-DETAIL_STEPS_MAX, Math.min(DETAIL_STEPS_MAX, step));
  });
  return Array.from(
    { length: steps.length / 2 },
    (_, i) => 16 * (steps[2 * i] ?? 0) + (steps[2 * i + 1] ?? 0),
  );
}

/** Returns the brightness of each detail. */
function readDetails(fingerprint: string): number[] {
  const bytes = atob(fingerprint);
  return Array.from({ length: DETAIL_CELLS ** 2 }, (_, i) => {
    const pair = bytes.charCodeAt(COARSE_BYTES + (i >> 1));
    const step = (i % 2 === 0 ? pair >> 4 : pair & 15) - DETAIL_STEPS_MAX;
    return bytes.charCodeAt(coarseCellOf(i)) + DETAIL_STEP * step;
  });
}

/** The mean square of the differences between a detail and those beside it. */
function variationAt(details: readonly number[], i: number): number {
  const column = i % DETAIL_CELLS;
  const beside = [
    details[i - DETAIL_CELLS],
    details[i + DETAIL_CELLS],
    column > 0 ? details[i - 1] : undefined,
    column < DETAIL_CELLS - 1 ? details[i + 1] : undefined,
  ].filter((each) => each !== undefined);
  const squares = beside.map((each) => (each - (details[i] ?? 0)) ** 2);
  return mean(squares);
}

function haveSameRatio(one: Fingerprinted, other: Fingerprinted): boolean {
  const sides = [one.widthPx, one.heightPx, other.widthPx, other.heightPx];
  const factor = (one.widthPx * other.heightPx) / (one.heightPx * other.widthPx);
  return Math.abs(factor - 1) <= RATIO_TOLERANCE + 1 / Math.min(...sides);
}

type Colour = [red: number, green: number, blue: number];

const lumaOf = ([red, green, blue]: Colour) => 0.299 * red + 0.587 * green + 0.114 * blue;

/** The mean colour of each cell, over white. A pixel counts for each cell by the area that it covers. */
function meanColours({ bytes, widthPx, heightPx }: Pixels, cells: number): Colour[] {
  const sums = Array.from({ length: cells * cells }, (): Colour => [0, 0, 0]);
  const columns = sharesOf(widthPx, cells);
  const rows = sharesOf(heightPx, cells);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = 4 * (y * widthPx + x);
      const alpha = (bytes[at + 3] ?? 255) / 255;
      for (const [row, height] of rows[y] ?? []) {
        for (const [column, width] of columns[x] ?? []) {
          const sum = sums[row * cells + column];
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
function sharesOf(pixels: number, cells: number): [cell: number, share: number][][] {
  const length = cells / pixels;
  return Array.from({ length: pixels }, (_, pixel) => {
    const [start, end] = [pixel * length, (pixel + 1) * length];
    const shares: [number, number][] = [];
    for (let cell = Math.floor(start); cell < Math.min(end, cells); cell++) {
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
