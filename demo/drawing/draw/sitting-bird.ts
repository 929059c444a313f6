import type { Canvas } from "./canvas";
import { lightness, mix } from "./colour";
import { n, type Point, polygon, smoothClosed } from "./path";

/** A sitting bird, `s` tall, looking to `turn`; its feet are on (x, y). */
export function sittingBird(
  canvas: Canvas,
  x: number,
  y: number,
  s: number,
  turn: -1 | 1,
  colour: string,
  wing: string,
): void {
  const p = (points: readonly Point[]) =>
    points.map(([u, v]): Point => [x + turn * u * s, y - v * s]);
  canvas.path(
    polygon(
      p([
        [-0.22, 0.3],
        [-0.5, -0.34],
        [-0.4, -0.38],
        [-0.3, -0.3],
        [-0.06, 0.14],
      ]),
    ),
    colour,
  );
  canvas.path(
    smoothClosed(
      p([
        [0.12, 0.98],
        [0.26, 0.92],
        [0.31, 0.8],
        [0.28, 0.66],
        [0.32, 0.46],
        [0.26, 0.22],
        [0.1, 0.04],
        [-0.08, 0.06],
        [-0.24, 0.24],
        [-0.24, 0.46],
        [-0.12, 0.68],
        [-0.02, 0.82],
        [0.02, 0.94],
      ]),
    ),
    colour,
  );
  canvas.path(
    polygon(
      p([
        [0.27, 0.88],
        [0.44, 0.81],
        [0.27, 0.77],
      ]),
    ),
    mix(colour, "#e8a13a", 0.55),
  );
  canvas.path(
    smoothClosed(
      p([
        [-0.02, 0.64],
        [0.1, 0.5],
        [0.08, 0.3],
        [-0.12, 0.12],
        [-0.32, 0.0],
        [-0.24, 0.28],
        [-0.16, 0.5],
      ]),
    ),
    wing,
    { "fill-opacity": 0.75 },
  );
  canvas.path(
    smoothClosed(
      p([
        [0.17, 0.88],
        [0.2, 0.86],
        [0.2, 0.83],
        [0.16, 0.83],
      ]),
    ),
    lightness(colour) > 0.5 ? "#1a1420" : "#f4e9d2",
  );
  canvas.stroke(
    `M${n(x + turn * 0.02 * s)} ${n(y - 0.08 * s)}V${n(y + 0.02 * s)}M${n(x + turn * 0.12 * s)} ${n(y - 0.08 * s)}V${n(y + 0.02 * s)}`,
    colour,
    Math.max(1.4, s * 0.04),
  );
}

/** A swallow in flight with a forked tail. */
export function swallow(x: number, y: number, s: number, angle: number): string {
  const [c, k] = [Math.cos(angle), Math.sin(angle)];
  const at = (u: number, v: number) =>
    `${n(x + (u * c - v * k) * s)} ${n(y + (u * k + v * c) * s)}`;
  return `M${at(0.5, 0)}Q${at(0.3, -0.12)} ${at(0.12, -0.1)}Q${at(-0.1, -0.62)} ${at(-0.6, -0.86)}Q${at(-0.28, -0.4)} ${at(-0.22, -0.06)}L${at(-0.86, -0.2)}L${at(-0.46, 0.02)}L${at(-0.86, 0.2)}L${at(-0.22, 0.08)}Q${at(-0.1, 0.5)} ${at(-0.34, 0.9)}Q${at(0.1, 0.56)} ${at(0.16, 0.1)}Q${at(0.34, 0.1)} ${at(0.5, 0)}z`;
}
