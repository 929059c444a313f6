import type { Canvas } from "./canvas";
import { blob, type Point, polygon } from "./path";
import { fbm, type Random } from "./random";

/** A line along the shore; `at(x)` is its height, or its place across for an upright shore. */
export type Line = (x: number) => number;

/** All that lies between a line along the shore and the height `to`, as path data. */
export function band(from: Line, to: number, length: number): string {
  const points: Point[] = [];
  for (let x = -20; x <= length + 20; x += 14) points.push([x, from(x)]);
  return polygon([...points, [length + 20, to], [-20, to]]);
}

/** Foam as a lace: a bright edge and rings of bubbles behind it. */
export function foam(
  canvas: Canvas,
  r: Random,
  line: Line,
  length: number,
  depth: number,
  alpha: number,
): void {
  const edge: Point[] = [];
  const back: Point[] = [];
  const lace = fbm(`${canvas.id}/lace${Math.round(depth * 10)}`, 4);
  for (let x = -20; x <= length + 20; x += 9) {
    edge.push([x, line(x)]);
    back.push([x, line(x) - depth * (0.55 + 0.5 * Math.abs(lace(x / 90)))]);
  }
  canvas.path(polygon([...edge, ...back.reverse()]), "#ffffff", { "fill-opacity": alpha });
  let holes = "";
  let drops = "";
  for (let i = 0; i < length / 9; i++) {
    const x = r.next() * length;
    const t = r.next();
    const size = depth * r.between(0.06, 0.24);
    if (t < 0.35)
      holes += blob(r, x, line(x) - depth * r.between(0.2, 0.9), size * 1.4, size * 0.8, 0.25, 8);
    else
      drops += blob(r, x, line(x) - depth * (0.7 + 2.4 * t * t), size * 1.6, size * 0.5, 0.25, 8);
  }
  canvas.path(drops, "#ffffff", { "fill-opacity": alpha * 0.55 });
  canvas.path(holes, "#bfe6e2", { "fill-opacity": 0.5 });
}
