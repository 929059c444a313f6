import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { blob, ellipsePath, n, type Point, smoothClosed } from "./path";
import type { Sea } from "./sea-light";

/** A sea turtle seen from the side and above; the shell in plates. */
export function turtle(
  canvas: Canvas,
  sea: Sea,
  x: number,
  y: number,
  s: number,
  turn: -1 | 1,
): void {
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) scale(${turn} 1) rotate(-14)` }, () => {
    const p = (points: readonly Point[]) => points.map(([u, v]): Point => [u * s, v * s]);
    const skin = mix("#7f9a62", sea.deep, 0.25);
    const dark = mix("#3f4a30", sea.near, 0.35);
    canvas.path(
      smoothClosed(
        p([
          [0.5, -0.28],
          [0.62, -0.5],
          [0.56, -0.84],
          [0.36, -1.06],
          [0.3, -0.8],
          [0.26, -0.46],
        ]),
      ),
      mix(skin, sea.middle, 0.25),
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.74, -0.16],
          [-1.04, -0.34],
          [-1.2, -0.3],
          [-1.06, -0.14],
          [-0.8, -0.02],
        ]),
      ),
      mix(skin, sea.middle, 0.25),
    );
    canvas.path(
      smoothClosed(
        p([
          [0.8, -0.16],
          [1.0, -0.22],
          [1.22, -0.16],
          [1.32, -0.02],
          [1.2, 0.1],
          [0.98, 0.12],
          [0.78, 0.1],
        ]),
      ),
      skin,
    );
    const shell = smoothClosed(
      p([
        [0.92, -0.02],
        [0.7, -0.36],
        [0.2, -0.54],
        [-0.4, -0.44],
        [-0.84, -0.12],
        [-0.92, 0.04],
        [-0.5, 0.26],
        [0.1, 0.36],
        [0.68, 0.26],
      ]),
    );
    canvas.path(
      shell,
      canvas.linear([
        [0, mix("#c9a25a", sea.ray, 0.3)],
        [0.5, "#9a7238"],
        [1, dark],
      ]),
    );
    canvas.group({ "clip-path": canvas.clip(shell) }, () => {
      let plates = "";
      for (const u of [-0.62, -0.3, 0.05, 0.4, 0.7])
        plates += `M${n(u * s)} ${n(-0.6 * s)}L${n((u + 0.1) * s)} ${n(-0.14 * s)}L${n((u - 0.02) * s)} ${n(0.14 * s)}L${n((u + 0.06) * s)} ${n(0.5 * s)}`;
      plates += `M${n(-0.95 * s)} ${n(0.02 * s)}L${n(-0.52 * s)} ${n(-0.14 * s)}L${n(0.8 * s)} ${n(-0.16 * s)}M${n(-0.9 * s)} ${n(0.1 * s)}L${n(-0.64 * s)} ${n(0.14 * s)}L${n(0.8 * s)} ${n(0.14 * s)}`;
      canvas.stroke(plates, mix(dark, sea.near, 0.3), s * 0.028, { "stroke-opacity": 0.75 });
      canvas.path(
        smoothClosed(
          p([
            [0.7, -0.34],
            [0.2, -0.52],
            [-0.4, -0.42],
            [-0.1, -0.4],
            [0.3, -0.4],
          ]),
        ),
        sea.ray,
        { "fill-opacity": 0.28 },
      );
    });
    canvas.path(
      smoothClosed(
        p([
          [0.62, 0.14],
          [0.76, 0.36],
          [0.6, 0.74],
          [0.26, 1.06],
          [0.1, 1.04],
          [0.2, 0.8],
          [0.24, 0.44],
          [0.34, 0.22],
        ]),
      ),
      skin,
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.6, 0.14],
          [-0.86, 0.36],
          [-1.06, 0.44],
          [-1.0, 0.26],
          [-0.8, 0.04],
        ]),
      ),
      skin,
    );
    let scales = "";
    for (const [u, v] of [
      [0.52, 0.42],
      [0.44, 0.6],
      [0.34, 0.8],
      [0.56, 0.26],
      [1.06, -0.08],
      [1.16, 0.0],
      [0.96, 0.02],
    ] as const)
      scales += blob(canvas.random(`scale${u}`), u * s, v * s, s * 0.05, s * 0.06, 0.2, 7);
    canvas.path(scales, dark, { "fill-opacity": 0.5 });
    canvas.path(ellipsePath(1.15 * s, -0.08 * s, s * 0.026, s * 0.026), sea.near);
  });
}
