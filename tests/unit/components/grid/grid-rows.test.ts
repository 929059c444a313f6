import fc from "fast-check";
import { expect, test } from "vitest";
import { type GridRow, type GridSizes, gridRows, rowAt, rowOf } from "@/components/grid/grid-rows";

/** The grid's style at 1280 px, where the page's margins leave 1216. */
const WIDE: GridSizes = {
  widthPx: 1216,
  rowPx: 184,
  captionPx: 44,
  columnGapPx: 16,
  rowGapPx: 32,
  ratioMin: 0.5,
  ratioMax: 2.4,
  rest: 0.2,
  restGrow: 100,
};

const NARROW: GridSizes = {
  widthPx: 328,
  rowPx: 104,
  captionPx: 44,
  columnGapPx: 8,
  rowGapPx: 24,
  ratioMin: 0.75,
  ratioMax: 1.8,
  rest: 0.55,
  restGrow: 2,
};

/** Returns the width of a row: its images at their ratios within the limits, and the gaps. */
function widthPx(ratios: readonly number[], row: GridRow | undefined, sizes: GridSizes): number {
  if (row === undefined) return 0;
  const widths = ratios
    .slice(row.first, row.end)
    .map((ratio) => Math.min(Math.max(ratio, sizes.ratioMin), sizes.ratioMax) * row.imageHeightPx);
  return widths.reduce((sum, px) => sum + px, 0) + (widths.length - 1) * sizes.columnGapPx;
}

test("a row is filled with tiles that fit, then grows to the full width", () => {
  const ratios = [1.5, 1.5, 1.5, 1.5, 1.5, 1];
  const grid = gridRows(ratios, WIDE);
  expect(grid.rows.map(({ first, end }) => [first, end])).toEqual([
    [0, 4],
    [4, 6],
  ]);
  expect(grid.rows[0]?.imageHeightPx).toBeCloseTo((1216 - 3 * 16) / 6, 9);
  expect(widthPx(ratios, grid.rows[0], WIDE)).toBeCloseTo(1216, 9);
});

test("the last row fills the width if it leaves little empty, otherwise it grows a little", () => {
  const heightOf = (ratios: number[], sizes: GridSizes) =>
    gridRows(ratios, sizes).rows.at(-1)?.imageHeightPx;
  expect(heightOf([1.5, 1.5, 1.5, 1], WIDE)).toBeCloseTo((1216 - 3 * 16) / 5.5, 9);
  expect(heightOf([1.5, 1.5], WIDE)).toBeCloseTo(213.9, 1);
  expect(heightOf([1.5], WIDE)).toBeCloseTo(243.2, 1);
  expect(heightOf([0.75, 0.75], NARROW)).toBeCloseTo((328 - 8) / 1.5, 9);
  expect(heightOf([1.5], NARROW)).toBeCloseTo(328 / 1.5, 9);
  expect(heightOf([1], NARROW)).toBeCloseTo(133.7, 1);
});

test("tiles that fit exactly share a row", () => {
  const takesThree = (widthPx: number) =>
    gridRows([1.1, 1.1, 1.1, 1.1], { ...WIDE, rowPx: 100, widthPx }).rows[0]?.end === 3;
  expect(takesThree(330 + 2 * 16)).toBe(true);
  expect(takesThree(330 + 2 * 16 - 1)).toBe(false);
});

test("a tile wider than the list shrinks", () => {
  const wide = gridRows([1.8, 1.8], { ...NARROW, widthPx: 100 });
  expect(wide.rows.map(({ imageHeightPx }) => 1.8 * imageHeightPx)).toEqual([100, 100]);
});

test("a list without tiles has no rows and no length", () => {
  const grid = gridRows([], WIDE);
  expect(grid).toEqual({ rows: [], captionPx: 44, rowGapPx: 32, lengthPx: 0 });
  expect(rowAt(grid, 500)).toBe(0);
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
      const { rows, lengthPx } = grid;
      expect(rows.flatMap(({ first, end }) => range(first, end))).toEqual(range(0, ratios.length));
      rows.forEach((row, i) => {
        const above = rows[i - 1];
        const gapPx = sizes.captionPx + sizes.rowGapPx;
        expect(row.topPx).toBe(above ? above.topPx + above.imageHeightPx + gapPx : 0);
        for (const rank of range(row.first, row.end)) expect(rowOf(grid, rank)).toBe(i);
      });
      for (const row of rows.slice(0, -1)) {
        expect(widthPx(ratios, row, sizes)).toBeCloseTo(sizes.widthPx, 6);
      }
      for (const row of rows.slice(-1)) {
        expect(widthPx(ratios, row, sizes)).toBeLessThanOrEqual(sizes.widthPx + 1e-6);
      }
      const heights = rows.reduce((sum, row) => sum + row.imageHeightPx + sizes.captionPx, 0);
      const gaps = Math.max(0, rows.length - 1) * sizes.rowGapPx;
      expect(lengthPx).toBeCloseTo(heights + gaps, 5);
    }),
  );
});

test("a row's tiles fit at the minimum height, and one more would not", () => {
  fc.assert(
    fc.property(anyRatios, anySizes, (ratios, sizes) => {
      const { rows } = gridRows(ratios, sizes);
      for (const { first, end, imageHeightPx } of rows) {
        if (end - first > 1) expect(imageHeightPx).toBeGreaterThan(sizes.rowPx - 0.05);
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
  grid.rows.forEach(({ topPx, imageHeightPx }, i) => {
    expect(rowAt(grid, topPx)).toBe(i);
    expect(rowAt(grid, topPx + imageHeightPx + 10)).toBe(i);
  });
  expect(rowAt(grid, -1000)).toBe(0);
  expect(rowAt(grid, 1e9)).toBe(grid.rows.length - 1);
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
