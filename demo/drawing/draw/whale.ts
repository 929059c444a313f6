import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { ellipsePath, n, type Point, smoothClosed } from "./path";
import type { Sea } from "./sea-light";

/** A whale in profile, its head to `turn`; about 2.3 s long. */
export function whale(
  canvas: Canvas,
  sea: Sea,
  x: number,
  y: number,
  s: number,
  turn: -1 | 1,
  far: number,
): void {
  const back = mix(mix(sea.near, sea.deep, 0.25), sea.middle, far);
  const belly = mix(mix(sea.ray, sea.middle, 0.34), sea.middle, far);
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) scale(${turn} 1) rotate(-6)` }, () => {
    const p = (points: readonly Point[]) => points.map(([u, v]): Point => [u * s, v * s]);
    const tail = smoothClosed(
      p([
        [-1.0, 0.0],
        [-1.2, -0.12],
        [-1.3, -0.3],
        [-1.26, -0.46],
        [-1.12, -0.34],
        [-1.02, -0.2],
        [-0.86, -0.26],
        [-0.66, -0.24],
        [-0.6, -0.16],
        [-0.74, -0.1],
        [-0.9, -0.06],
        [-0.9, 0.02],
      ]),
    );
    canvas.path(tail, back);
    const body = smoothClosed(
      p([
        [-1.04, -0.08],
        [-0.7, -0.13],
        [-0.3, -0.33],
        [0.1, -0.42],
        [0.55, -0.4],
        [0.88, -0.28],
        [1.04, -0.08],
        [1.0, 0.1],
        [0.8, 0.26],
        [0.45, 0.34],
        [0.05, 0.3],
        [-0.4, 0.14],
        [-0.8, 0.02],
        [-1.04, 0.0],
      ]),
    );
    canvas.path(
      body,
      canvas.linear([
        [0, lighten(back, 0.14)],
        [0.35, lighten(back, 0.05)],
        [1, back],
      ]),
    );
    canvas.group({ "clip-path": canvas.clip(body) }, () => {
      canvas.path(
        smoothClosed(
          p([
            [1.1, 0.02],
            [0.86, 0.06],
            [0.6, 0.02],
            [0.3, 0.12],
            [0, 0.18],
            [-0.4, 0.12],
            [-0.3, 0.4],
            [0.4, 0.5],
            [1.1, 0.4],
          ]),
        ),
        belly,
      );
      let grooves = "";
      for (let i = 0; i < 8; i++)
        grooves += `M${n((0.98 - i * 0.03) * s)} ${n((0.07 + i * 0.032) * s)}Q${n((0.5 - i * 0.02) * s)} ${n((0.08 + i * 0.04) * s)} ${n((-0.05 + i * 0.03) * s)} ${n((0.2 + i * 0.018) * s)}`;
      canvas.stroke(grooves, mix(back, belly, 0.35), Math.max(1.2, s * 0.009), {
        "stroke-opacity": 0.7,
      });
      canvas.path(
        smoothClosed(
          p([
            [-0.9, -0.12],
            [-0.3, -0.34],
            [0.1, -0.43],
            [0.55, -0.41],
            [0.86, -0.3],
            [0.5, -0.33],
            [0.1, -0.35],
            [-0.3, -0.25],
          ]),
        ),
        sea.ray,
        { "fill-opacity": 0.16 * (1 - far) },
      );
    });
    canvas.stroke(
      `M${n(1.03 * s)} ${n(0.0)}Q${n(0.82 * s)} ${n(0.03 * s)} ${n(0.6 * s)} ${n(-0.02 * s)}`,
      mix(back, sea.near, 0.6),
      Math.max(1.5, s * 0.012),
    );
    canvas.path(ellipsePath(0.56 * s, -0.1 * s, s * 0.022, s * 0.022), mix(sea.ray, back, 0.15));
    canvas.path(ellipsePath(0.565 * s, -0.1 * s, s * 0.012, s * 0.012), sea.near);
    canvas.path(
      smoothClosed(
        p([
          [0.38, 0.12],
          [0.22, 0.34],
          [-0.02, 0.56],
          [-0.2, 0.62],
          [-0.12, 0.42],
          [0.08, 0.18],
          [0.22, 0.08],
        ]),
      ),
      lighten(back, 0.06),
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.26, -0.3],
          [-0.4, -0.42],
          [-0.48, -0.43],
          [-0.46, -0.28],
        ]),
      ),
      back,
    );
  });
}
