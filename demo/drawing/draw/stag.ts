import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { n, type Point, polygon, smoothClosed } from "./path";

/** A stag in profile, its head up; faces `turn`. */
export function stag(
  canvas: Canvas,
  colour: string,
  x: number,
  y: number,
  s: number,
  turn: -1 | 1,
): void {
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) scale(${n(turn)} 1)` }, () => {
    const p = (points: readonly Point[]) => points.map(([px, py]): Point => [px * s, py * s]);
    const far = mix(colour, "#8a7a80", 0.22);
    const leg = (hip: number, knee: number, hoof: number, wide: number, fill: string) =>
      canvas.path(
        polygon(
          p([
            [hip - wide, -0.5],
            [hip + wide, -0.52],
            [knee + 0.034, -0.26],
            [hoof + 0.026, -0.03],
            [hoof + 0.045, 0],
            [hoof - 0.03, 0],
            [hoof - 0.016, -0.04],
            [knee - 0.028, -0.26],
          ]),
        ),
        fill,
      );
    leg(-0.34, -0.4, -0.33, 0.08, far);
    leg(0.26, 0.34, 0.3, 0.055, far);
    leg(-0.44, -0.52, -0.46, 0.1, colour);
    leg(0.18, 0.2, 0.17, 0.06, colour);
    const body = smoothClosed(
      p([
        [-0.55, -0.6],
        [-0.48, -0.7],
        [-0.32, -0.73],
        [-0.1, -0.7],
        [0.1, -0.72],
        [0.2, -0.8],
        [0.29, -0.98],
        [0.36, -1.12],
        [0.45, -1.17],
        [0.55, -1.13],
        [0.68, -1.05],
        [0.7, -1.0],
        [0.65, -0.97],
        [0.54, -0.98],
        [0.48, -0.92],
        [0.44, -0.76],
        [0.38, -0.58],
        [0.29, -0.46],
        [0.12, -0.42],
        [-0.14, -0.46],
        [-0.36, -0.42],
        [-0.52, -0.46],
      ]),
    );
    canvas.path(body, colour);
    canvas.path(
      smoothClosed(
        p([
          [-0.52, -0.66],
          [-0.6, -0.62],
          [-0.6, -0.52],
          [-0.54, -0.54],
        ]),
      ),
      colour,
    );
    canvas.path(
      smoothClosed(
        p([
          [0.42, -1.12],
          [0.32, -1.17],
          [0.26, -1.24],
          [0.38, -1.22],
          [0.46, -1.16],
        ]),
      ),
      colour,
    );
    const horn = (lean: number) => {
      const at = (u: number, v: number) => `${n((0.43 + u * lean) * s)} ${n(-v * s)}`;
      return `M${at(0, 1.15)}Q${at(-0.22, 1.26)} ${at(-0.2, 1.44)}Q${at(-0.17, 1.56)} ${at(-0.06, 1.66)}M${at(-0.14, 1.24)}Q${at(0.02, 1.28)} ${at(0.06, 1.38)}M${at(-0.2, 1.36)}Q${at(-0.04, 1.42)} ${at(0, 1.53)}M${at(-0.2, 1.42)}Q${at(-0.3, 1.5)} ${at(-0.29, 1.6)}`;
    };
    canvas.stroke(horn(1), colour, s * 0.026);
    canvas.stroke(horn(-0.85), colour, s * 0.026);
  });
}
