import { brokenLine } from "./alps";
import type { Canvas } from "./canvas";
import { mix } from "./colour";
import type { LandscapePalette } from "./palettes";
import { blob, type Point, polygon, smoothOpen } from "./path";

/** The shape of a volcano: its summit, its foot and half the widths of both. */
export type Cone = { x: number; top: number; base: number; half: number; crater: number };

/** One flank from the rim to the foot: steep above, flat below. */
function flank(canvas: Canvas, part: string, cone: Cone, side: -1 | 1): Point[] {
  const r = canvas.random(part);
  const points: Point[] = [];
  for (let i = 0; i <= 26; i++) {
    const u = i / 26;
    const x = cone.x + side * (cone.crater + (cone.half - cone.crater) * u ** 1.25);
    const y = cone.top + (cone.base - cone.top) * (1 - (1 - u) ** 1.75);
    points.push([x + r.between(-3, 3), y + r.between(-3, 3) * (1 - u)]);
  }
  return points;
}

/** The volcano with a lit and a shaded side, gullies, woods at its foot, and lava if asked. */
export function mountain(
  canvas: Canvas,
  palette: LandscapePalette,
  cone: Cone,
  light: -1 | 1,
  lava: boolean,
): void {
  const r = canvas.random("cone");
  const west = flank(canvas, "west", cone, -1);
  const east = flank(canvas, "east", cone, 1);
  const rim: Point[] = [
    [cone.x - cone.crater * 0.5, cone.top + 9],
    [cone.x + cone.crater * 0.1, cone.top + 4],
    [cone.x + cone.crater * 0.6, cone.top + 11],
  ];
  const outline = polygon([
    ...west.slice().reverse(),
    ...rim,
    ...east,
    [cone.x + cone.half, cone.base + 4],
    [cone.x - cone.half, cone.base + 4],
  ]);
  const rock = mix(palette.haze, palette.near, 0.68);
  const lit = mix(mix(palette.haze, palette.sun, 0.35), rock, 0.35);
  canvas.path(
    outline,
    canvas.linear([
      [0, rock],
      [0.6, mix(rock, palette.haze, 0.12)],
      [1, mix(rock, palette.haze, 0.42)],
    ]),
  );
  canvas.group({ "clip-path": canvas.clip(outline) }, () => {
    const spine = brokenLine(
      r,
      [cone.x - light * cone.crater * 0.1, cone.top - 10],
      [cone.x - light * cone.half * 0.16, cone.base + 10],
      0.06,
      5,
    );
    canvas.path(
      polygon([
        ...spine,
        [cone.x + light * cone.half, cone.base + 10],
        [cone.x + light * cone.half, cone.top - 10],
      ]),
      canvas.linear(
        [
          [0, lit],
          [0.6, mix(lit, rock, 0.35)],
          [1, mix(rock, palette.haze, 0.45)],
        ],
        { x1: 0, y1: cone.top, x2: 0, y2: cone.base },
      ),
    );
    let gully = "";
    let bright = "";
    for (let i = 0; i < 15; i++) {
      const u = -1 + (2 * (i + r.next())) / 15;
      const from: Point = [cone.x + u * cone.crater * 1.2, cone.top + r.between(5, 60)];
      const to: Point = [
        cone.x + u * cone.half * 0.92,
        cone.top + (cone.base - cone.top) * r.between(0.55, 1),
      ];
      const back: Point = [to[0] + cone.half * 0.05, to[1] - 6];
      const d = polygon([
        ...brokenLine(r, from, to, 0.045, 4),
        ...brokenLine(r, back, from, 0.045, 4),
      ]);
      if (u * light > 0.1 && i % 2) bright += d;
      else gully += d;
    }
    canvas.path(gully, palette.near, { "fill-opacity": 0.3 });
    canvas.path(bright, mix(palette.sun, palette.haze, 0.4), { "fill-opacity": 0.24 });
    if (lava) {
      for (const [u, reach, w] of [
        [-0.35, 0.62, 1],
        [0.12, 0.82, 1.2],
        [0.42, 0.46, 0.8],
      ] as const) {
        const line: Point[] = [];
        for (let k = 0; k <= 7; k++) {
          const t = (k / 7) * reach;
          line.push([
            cone.x +
              u * cone.crater +
              u * cone.half * 0.62 * t +
              r.between(-1, 1) * cone.crater * 0.22,
            cone.top + 4 + (cone.base - cone.top) * t,
          ]);
        }
        const d = smoothOpen(line);
        canvas.stroke(d, "#e2452a", cone.crater * 0.26 * w, { "stroke-opacity": 0.5 });
        canvas.stroke(d, "#ff8a3c", cone.crater * 0.14 * w);
        canvas.stroke(d, "#ffe08a", cone.crater * 0.05 * w);
      }
    }
    const wood = mix(mix(palette.near, palette.extra[1] ?? palette.near, 0.3), palette.haze, 0.22);
    let trees = "";
    for (let i = 0; i < 70; i++) {
      const x = cone.x + r.between(-1, 1) * cone.half;
      const size = cone.half * r.between(0.02, 0.045);
      trees += blob(
        r,
        x,
        cone.base - size * 0.4 - r.next() ** 2 * cone.half * 0.07,
        size,
        size * 0.8,
        0.15,
        8,
      );
    }
    canvas.path(trees, wood);
  });
}
