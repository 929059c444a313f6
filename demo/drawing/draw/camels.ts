import type { Canvas } from "./canvas";
import { mix } from "./colour";
import type { LandscapePalette } from "./palettes";
import { n, type Point, polygon, smoothClosed, smoothOpen } from "./path";
import { type Crest, crestAt } from "./sand";

/** One camel in profile with a load, walking to `turn`; feet at (x, y), `s` its height. */
function camel(
  canvas: Canvas,
  colour: string,
  blanket: string,
  x: number,
  y: number,
  s: number,
  turn: -1 | 1,
  withRider: boolean,
): void {
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) scale(${turn} 1)` }, () => {
    const p = (points: readonly Point[]) => points.map(([u, v]): Point => [u * s, -v * s]);
    for (const [top, foot] of [
      [-0.3, -0.4],
      [-0.24, -0.2],
      [0.18, 0.12],
      [0.26, 0.34],
    ] as const) {
      canvas.path(
        polygon(
          p([
            [top - 0.05, 0.55],
            [top + 0.06, 0.55],
            [foot + 0.03, 0],
            [foot - 0.025, 0],
          ]),
        ),
        colour,
      );
    }
    canvas.path(
      smoothClosed(
        p([
          [-0.4, 0.6],
          [-0.36, 0.7],
          [-0.2, 0.74],
          [-0.08, 0.9],
          [0.02, 0.92],
          [0.12, 0.76],
          [0.28, 0.7],
          [0.38, 0.62],
          [0.46, 0.6],
          [0.54, 0.72],
          [0.56, 0.92],
          [0.6, 1.0],
          [0.72, 0.98],
          [0.78, 0.92],
          [0.74, 0.87],
          [0.64, 0.88],
          [0.62, 0.66],
          [0.54, 0.48],
          [0.36, 0.44],
          [0.1, 0.42],
          [-0.2, 0.44],
          [-0.38, 0.48],
        ]),
      ),
      colour,
    );
    canvas.stroke(
      `M${n(-0.39 * s)} ${n(-0.62 * s)}Q${n(-0.46 * s)} ${n(-0.5 * s)} ${n(-0.43 * s)} ${n(-0.38 * s)}`,
      colour,
      s * 0.03,
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.2, 0.76],
          [-0.06, 0.95],
          [0.04, 0.96],
          [0.16, 0.76],
          [0.14, 0.54],
          [-0.18, 0.54],
        ]),
      ),
      blanket,
    );
    if (!withRider) return;
    canvas.path(
      smoothClosed(
        p([
          [-0.12, 0.9],
          [-0.1, 1.12],
          [-0.02, 1.22],
          [0.07, 1.12],
          [0.1, 0.9],
        ]),
      ),
      mix(blanket, "#ffffff", 0.6),
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.09, 1.24],
          [-0.07, 1.34],
          [0, 1.38],
          [0.07, 1.33],
          [0.08, 1.24],
          [0, 1.18],
        ]),
      ),
      mix(blanket, "#ffffff", 0.75),
    );
  });
}

/** Camels in a row along a crest, roped together, the first one with a rider. */
export function caravan(
  canvas: Canvas,
  palette: LandscapePalette,
  crest: Crest,
  facts: { from: number; to: number; count: number; size: number; turn: -1 | 1; light: -1 | 1 },
): void {
  const { from, to, count, size, turn, light } = facts;
  const colour = mix(palette.near, palette.accent, 0.06);
  const feet = Array.from(
    { length: count },
    (_, i) => from + ((to - from) * i) / Math.max(1, count - 1),
  );
  for (const x of feet)
    canvas.path(
      polygon([
        [x - size * 0.4, crestAt(crest, x) + 2],
        [x + size * 0.4, crestAt(crest, x) + 4],
        [x - light * size * 1.5, crestAt(crest, x) + size * 0.62],
      ]),
      palette.near,
      { "fill-opacity": 0.22 },
    );
  const rope: Point[] = feet.map((x) => [x + turn * size * 0.4, crestAt(crest, x) - size * 0.55]);
  canvas.stroke(smoothOpen(rope), colour, Math.max(1.2, size * 0.02), { "stroke-opacity": 0.6 });
  const cloths = [
    palette.accent,
    palette.extra[0] ?? palette.accent,
    palette.extra[1] ?? palette.accent,
  ];
  for (const [i, x] of feet.entries()) {
    camel(
      canvas,
      colour,
      cloths[i % 3] ?? palette.accent,
      x,
      crestAt(crest, x) + size * 0.03,
      size * (1 - 0.07 * (i % 2)),
      turn,
      i === (turn > 0 ? count - 1 : 0),
    );
  }
}
