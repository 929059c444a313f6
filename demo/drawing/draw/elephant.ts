import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { ellipsePath, n, type Point, polygon, smoothClosed } from "./path";

/** An elephant in profile, walking to `turn`; its feet at (x, y), `s` its height. */
export function elephant(
  canvas: Canvas,
  colour: string,
  x: number,
  y: number,
  s: number,
  turn: -1 | 1,
): void {
  const p = (points: readonly Point[]) =>
    points.map(([u, v]): Point => [x + turn * u * s, y - v * s]);
  const far = mix(colour, "#b98a5a", 0.16);
  for (const [u, fill] of [
    [-0.34, far],
    [0.22, far],
    [-0.48, colour],
    [0.34, colour],
  ] as const) {
    canvas.path(
      polygon(
        p([
          [u - 0.1, 0.5],
          [u + 0.11, 0.5],
          [u + 0.085, 0],
          [u - 0.085, 0],
        ]),
      ),
      fill,
    );
  }
  canvas.path(
    smoothClosed(
      p([
        [-0.62, 0.5],
        [-0.64, 0.74],
        [-0.5, 0.93],
        [-0.15, 1],
        [0.2, 0.95],
        [0.42, 1.02],
        [0.66, 0.99],
        [0.8, 0.84],
        [0.85, 0.62],
        [0.88, 0.36],
        [0.96, 0.17],
        [1.04, 0.13],
        [1.03, 0.08],
        [0.92, 0.08],
        [0.8, 0.3],
        [0.73, 0.52],
        [0.6, 0.56],
        [0.46, 0.44],
        [0.1, 0.4],
        [-0.3, 0.38],
      ]),
    ),
    colour,
  );
  canvas.path(
    smoothClosed(
      p([
        [0.36, 0.98],
        [0.5, 0.92],
        [0.55, 0.72],
        [0.46, 0.52],
        [0.32, 0.5],
        [0.22, 0.68],
        [0.24, 0.9],
      ]),
    ),
    mix(colour, "#c8a27a", 0.2),
  );
  canvas.path(
    polygon(
      p([
        [0.74, 0.54],
        [0.84, 0.42],
        [1.0, 0.38],
        [0.86, 0.48],
        [0.78, 0.6],
      ]),
    ),
    "#f1e4c8",
  );
  canvas.path(ellipsePath(x + turn * 0.69 * s, y - 0.8 * s, s * 0.018, s * 0.018), "#f1e4c8");
  canvas.stroke(
    `M${n(x - turn * 0.63 * s)} ${n(y - 0.72 * s)}Q${n(x - turn * 0.74 * s)} ${n(y - 0.56 * s)} ${n(x - turn * 0.7 * s)} ${n(y - 0.36 * s)}`,
    colour,
    s * 0.035,
  );
}
