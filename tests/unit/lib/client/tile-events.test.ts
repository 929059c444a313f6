import { expect, test } from "vitest";
import { nearestTile, tileAway } from "@/lib/client/tile-events";

/** Two rows of three tiles and a last row of one. */
const boxes = [
  { left: 0, top: 0, width: 100 },
  { left: 110, top: 0, width: 200 },
  { left: 320, top: 0, width: 80 },
  { left: 0, top: 150, width: 190 },
  { left: 200, top: 150, width: 60 },
  { left: 270, top: 150, width: 130 },
  { left: 0, top: 300, width: 400 },
];

test.each([
  [0, 3],
  [1, 4],
  [2, 5],
  [4, 6],
])("down from tile %i leads to tile %i", (from, to) => {
  expect(nearestTile(boxes, from, 1)).toBe(to);
});

test.each([
  [3, 0],
  [4, 1],
  [5, 2],
  [6, 4],
])("up from tile %i leads to tile %i", (from, to) => {
  expect(nearestTile(boxes, from, -1)).toBe(to);
});

test("there is no tile above the first row, below the last row, or without a starting tile", () => {
  expect(nearestTile(boxes, 1, -1)).toBeNull();
  expect(nearestTile(boxes, 6, 1)).toBeNull();
  expect(nearestTile(boxes, 99, 1)).toBeNull();
});

test.each([
  ["a window of two rows", 0, 1, 301, 6],
  ["a window of less than two rows", 0, 1, 300, 3],
  ["a window lower than a row", 0, 1, 100, 3],
  ["upwards", 6, -1, 301, 1],
] as const)("a page from a tile, in %s", (_, from, rows, heightPx, to) => {
  expect(tileAway(boxes, from, rows, heightPx)).toBe(to);
});

test("there is no page above the first row or below the last", () => {
  expect(tileAway(boxes, 1, -1, 300)).toBeNull();
  expect(tileAway(boxes, 6, 1, 300)).toBeNull();
});
