import { expect, test } from "vitest";
import { nearestTile } from "@/lib/client/tile-arrows";

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
