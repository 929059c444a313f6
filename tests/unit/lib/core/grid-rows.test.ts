import fc from "fast-check";
import { expect, test } from "vitest";
import { type GridRows, type GridSizes, gridRows, rowAt } from "@/lib/core/grid-rows";

/** The grid's CSS lengths in a viewport of 1280 px: 1216 px without the margins. */
const WIDE: GridSizes = {
  widthPx: 1216,
  rowPx: 184,
  captionPx: 44,
  columnGapPx: 16,
  rowGapPx: 32,
  ratioMin: 0.5,
  ratioMax: 2.4,
};

const NARROW: GridSizes = {
  widthPx: 328,
  rowPx: 104,
  captionPx: 44,
  columnGapPx: 8,
  rowGapPx: 24,
  ratioMin: 0.75,
  ratioMax: 1.8,
};

const endPx = ({ places }: GridRows, rank: number) =>
  (places[rank]?.startPx ?? 0) + (places[rank]?.widthPx ?? 0);

test("a row is filled with tiles that fit, then grows to the full width", () => {
  const grid = gridRows([1.5, 1.5, 1.5, 1.5, 1.5, 1], WIDE);
  expect(grid.rows.map(({ first, end }) => [first, end])).toEqual([
    [0, 4],
    [4, 6],
  ]);
  expect(grid.rows[0]?.pictureHeightPx).toBeCloseTo((1216 - 3 * 16) / 6, 9);
  expect(endPx(grid, 3)).toBeCloseTo(1216, 9);
});

test("the last row grows only if no space is left after it", () => {
  expect(gridRows([1.5], WIDE).rows[0]?.pictureHeightPx).toBe(184);
  const heightIn = (widthPx: number) =>
    gridRows([1.5, 1.5, 1.5, 1.5], { ...WIDE, rowPx: 100, widthPx }).rows[0]?.pictureHeightPx;
  // Four images with their gaps take 648 px; the filler after them needs a gap of 16 px.
  expect(heightIn(664)).toBe(100);
  expect(heightIn(663)).toBe((663 - 48) / 6);
});

test("tiles that fit exactly share a row", () => {
  const takesThree = (widthPx: number) =>
    gridRows([1.1, 1.1, 1.1, 1.1], { ...WIDE, rowPx: 100, widthPx }).rows[0]?.end === 3;
  expect(takesThree(330 + 2 * 16)).toBe(true);
  expect(takesThree(330 + 2 * 16 - 1)).toBe(false);
});

test("a tile wider than the list shrinks; a narrow tile alone does not fill the row", () => {
  const wide = gridRows([1.8, 1.8], { ...NARROW, widthPx: 100 });
  expect(wide.places.map(({ widthPx }) => widthPx)).toEqual([100, 100]);
  const sizes = { ...NARROW, widthPx: 200 };
  const [alone, below] = gridRows([0.75, 1.8], sizes).places;
  // Flexbox: a sum of flex-grow below 1 distributes only that share of the free space.
  expect(alone?.widthPx).toBeCloseTo(78 + (200 - 78) * 0.75, 9);
  expect(below?.row).toBe(1);
});

test("a list without tiles has no rows and no length", () => {
  expect(gridRows([], WIDE)).toEqual({ rows: [], places: [], lengthPx: 0 });
  expect(rowAt(gridRows([], WIDE), 500)).toBe(0);
});

const anyRatios = fc.array(fc.double({ min: 0.05, max: 20, noNaN: true }), { maxLength: 300 });
const anySizes = fc.oneof(
  fc.integer({ min: 280, max: 639 }).map((widthPx) => ({ ...NARROW, widthPx })),
  fc.double({ min: 1024, max: 2600, noNaN: true }).map((widthPx) => ({ ...WIDE, widthPx })),
);

test("every tile appears once, in rank order, in a full row; the list is as long as its rows", () => {
  fc.assert(
    fc.property(anyRatios, anySizes, (ratios, sizes) => {
      const grid = gridRows(ratios, sizes);
      const { rows, places, lengthPx } = grid;
      expect(places).toHaveLength(ratios.length);
      expect(rows.flatMap(({ first, end }) => range(first, end))).toEqual(range(0, ratios.length));
      places.forEach((place, rank) => {
        const row = rows[place.row];
        const ratio = Math.min(Math.max(ratios[rank] ?? 0, sizes.ratioMin), sizes.ratioMax);
        expect(row && row.first <= rank && rank < row.end).toBe(true);
        expect(place.topPx).toBe(row?.topPx);
        expect(place.widthPx / ratio).toBeCloseTo(row?.pictureHeightPx ?? 0, 6);
        const isFirst = rank === row?.first;
        expect(place.startPx).toBeCloseTo(
          isFirst ? 0 : endPx(grid, rank - 1) + sizes.columnGapPx,
          6,
        );
      });
      for (const { first, end } of rows.slice(0, -1)) {
        const isNarrowAlone = end - first === 1 && (ratios[first] ?? 0) < 1;
        if (!isNarrowAlone) expect(endPx(grid, end - 1)).toBeCloseTo(sizes.widthPx, 6);
      }
      for (const { end } of rows.slice(-1)) {
        expect(endPx(grid, end - 1)).toBeLessThanOrEqual(sizes.widthPx + 1e-6);
      }
      const heights = rows.reduce((sum, row) => sum + row.pictureHeightPx + sizes.captionPx, 0);
      const gaps = Math.max(0, rows.length - 1) * sizes.rowGapPx;
      expect(lengthPx).toBeCloseTo(heights + gaps, 5);
    }),
  );
});

test("a row's tiles fit at the minimum height, and one more would not", () => {
  fc.assert(
    fc.property(anyRatios, anySizes, (ratios, sizes) => {
      const { rows } = gridRows(ratios, sizes);
      for (const { first, end, pictureHeightPx } of rows) {
        if (end - first > 1) expect(pictureHeightPx).toBeGreaterThan(sizes.rowPx - 0.05);
      }
      for (const { first, end } of rows.slice(0, -1)) {
        const taken = ratios
          .slice(first, end + 1)
          .map((ratio) => Math.min(Math.max(ratio, sizes.ratioMin), sizes.ratioMax) * sizes.rowPx);
        const neededPx = taken.reduce((sum, px) => sum + px, 0) + (end - first) * sizes.columnGapPx;
        expect(neededPx).toBeGreaterThan(sizes.widthPx - 0.001);
      }
    }),
  );
});

test("rowAt finds the row at a scroll position", () => {
  const grid = gridRows(
    Array.from({ length: 500 }, (_, i) => 0.5 + (i % 9) / 4),
    WIDE,
  );
  grid.rows.forEach(({ topPx, pictureHeightPx }, i) => {
    expect(rowAt(grid, topPx)).toBe(i);
    expect(rowAt(grid, topPx + pictureHeightPx + 10)).toBe(i);
  });
  expect(rowAt(grid, -1000)).toBe(0);
  expect(rowAt(grid, 1e9)).toBe(grid.rows.length - 1);
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
