import { n, type Point } from "./path";

/** Heights on a grid of `columns` x `rows` knots that lie `step` units apart. */
export type HeightField = {
  columns: number;
  rows: number;
  step: number;
  at(column: number, row: number): number;
};

export function heightField(
  size: { width: number; height: number; step: number },
  heightAt: (x: number, y: number) => number,
): HeightField {
  const { step } = size;
  // One knot beyond every edge, so that no contour ends inside the picture.
  const columns = Math.ceil(size.width / step) + 3;
  const rows = Math.ceil(size.height / step) + 3;
  const values = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      values[row * columns + column] = heightAt((column - 1) * step, (row - 1) * step);
    }
  }
  return { columns, rows, step, at: (column, row) => values[row * columns + column] ?? 0 };
}

/**
 * The area at or above `level` as closed curves joined into one path. Marching squares, with the
 * pieces joined end to end: a line per cell makes megabytes. The border counts as low ground.
 */
export function contour(field: HeightField, level: number): string {
  const { columns, rows, step } = field;
  const value = (column: number, row: number) =>
    column <= 0 || row <= 0 || column >= columns - 1 || row >= rows - 1
      ? level - 0.0001 - Math.abs(level - field.at(column, row)) * 0.001
      : field.at(column, row);
  // An edge of the grid: 2 * knot to the right of the knot, 2 * knot + 1 below it.
  const point = (edge: number): Point => {
    const knot = edge >> 1;
    const [column, row] = [knot % columns, Math.floor(knot / columns)];
    const [nextColumn, nextRow] = edge & 1 ? [column, row + 1] : [column + 1, row];
    const [a, b] = [value(column, row), value(nextColumn, nextRow)];
    const t = a === b ? 0.5 : Math.min(1, Math.max(0, (level - a) / (b - a)));
    const x = (column + (nextColumn - column) * t - 1) * step;
    const y = (row + (nextRow - row) * t - 1) * step;
    return [x, y];
  };
  const next = new Map<number, number>();
  for (let row = 0; row < rows - 1; row += 1) {
    for (let column = 0; column < columns - 1; column += 1) {
      const knot = row * columns + column;
      const top = knot * 2;
      const left = top + 1;
      const bottom = (knot + columns) * 2;
      const right = (knot + 1) * 2 + 1;
      const bits =
        (value(column, row) >= level ? 8 : 0) |
        (value(column + 1, row) >= level ? 4 : 0) |
        (value(column + 1, row + 1) >= level ? 2 : 0) |
        (value(column, row + 1) >= level ? 1 : 0);
      for (const [from, to] of pieces(bits, top, right, bottom, left)) next.set(from, to);
    }
  }
  return joined(next, point);
}

type Piece = readonly [from: number, to: number];

/** The pieces of one cell, always with the high ground on the right of the way. */
function pieces(bits: number, top: number, right: number, bottom: number, left: number): Piece[] {
  switch (bits) {
    case 1:
      return [[bottom, left]];
    case 2:
      return [[right, bottom]];
    case 3:
      return [[right, left]];
    case 4:
      return [[top, right]];
    case 5:
      return [
        [top, left],
        [bottom, right],
      ];
    case 6:
      return [[top, bottom]];
    case 7:
      return [[top, left]];
    case 8:
      return [[left, top]];
    case 9:
      return [[bottom, top]];
    case 10:
      return [
        [left, bottom],
        [right, top],
      ];
    case 11:
      return [[right, top]];
    case 12:
      return [[left, right]];
    case 13:
      return [[bottom, right]];
    case 14:
      return [[left, bottom]];
    default:
      return [];
  }
}

function joined(next: Map<number, number>, point: (edge: number) => Point): string {
  let d = "";
  while (next.size > 0) {
    const [start] = next.keys();
    const curve: Point[] = [];
    let edge: number | undefined = start;
    while (edge !== undefined) {
      curve.push(point(edge));
      const following = next.get(edge);
      next.delete(edge);
      edge = following;
    }
    if (curve.length > 7) d += smoothed(curve);
  }
  return d;
}

/** Every other point, joined by curves through the middles of the edges. */
function smoothed(curve: readonly Point[]): string {
  const kept = curve.filter((_, i) => i % 2 === 0);
  const middle = (i: number): Point => {
    const [a, b] = [kept[i % kept.length] ?? [0, 0], kept[(i + 1) % kept.length] ?? [0, 0]];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  };
  const [x, y] = middle(0);
  let d = `M${n(x)} ${n(y)}`;
  for (let i = 1; i <= kept.length; i += 1) {
    const [cx, cy] = kept[i % kept.length] ?? [0, 0];
    const [toX, toY] = middle(i);
    d += `Q${n(cx)} ${n(cy)} ${n(toX)} ${n(toY)}`;
  }
  return `${d}z`;
}
