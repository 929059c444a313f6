import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { type Point, polygon } from "./path";
import type { Random } from "./random";

/** A broken line between two points: midpoint displacement, `rough` as a share of the length. */
export function brokenLine(r: Random, from: Point, to: Point, rough: number, depth = 5): Point[] {
  let line: Point[] = [from, to];
  let amount = Math.hypot(to[0] - from[0], to[1] - from[1]) * rough;
  for (let i = 0; i < depth; i++) {
    line = line.flatMap((p, k): Point[] => {
      const q = line[k + 1];
      if (!q) return [p];
      const t = r.between(0.38, 0.62);
      return [
        p,
        [
          p[0] + (q[0] - p[0]) * t + r.between(-amount, amount) * 0.45,
          p[1] + (q[1] - p[1]) * t + r.between(-amount, amount),
        ],
      ];
    });
    amount *= 0.52;
  }
  return line;
}

/** A peak in canvas units, with its colours. */
export type Peak = {
  x: number;
  top: number;
  base: number;
  /** How far the feet are to the left and the right of the summit. */
  left: number;
  right: number;
  rock: string;
  haze: string;
  /** The colour of the light on the rock. */
  lit: string;
  /** -1 when the light comes from the left, 1 from the right. */
  light: -1 | 1;
  /** Snow down to this share of the height; 0 for none. */
  snow: number;
  snowLit: string;
  snowShade: string;
  /** How much haze lies at the foot, 0 to 1. */
  mist?: number;
};

/** Snow from above down to a jagged edge at about `line`, with tongues in the gullies. */
function snowField(r: Random, peak: Peak, line: number): string {
  const points: Point[] = [[peak.x - peak.left * 1.1, peak.top - 60]];
  const end = peak.x + peak.right * 1.1;
  const height = peak.base - peak.top;
  let x = peak.x - peak.left * 1.1;
  let down = true;
  while (x < end) {
    const near = 1 - Math.min(1, Math.abs(x - peak.x) / Math.max(peak.left, peak.right));
    const tongue = down ? r.between(0.06, 0.26) * (0.35 + near) : -r.between(0.02, 0.1);
    points.push([x, line + height * (tongue + (0.25 - near * 0.25))]);
    x += height * r.between(0.025, 0.07);
    down = !down;
  }
  points.push([end, peak.top - 60]);
  return polygon(points);
}

/** Ribs of rock that run down from the spine to one side, as one path. */
function ribs(r: Random, spine: readonly Point[], peak: Peak, side: -1 | 1): string {
  const height = peak.base - peak.top;
  const reach = side < 0 ? peak.left : peak.right;
  let d = "";
  for (const t of [0.07, 0.2, 0.36, 0.54, 0.74]) {
    const at = spine[Math.floor(t * (spine.length - 1))];
    if (!at) continue;
    const fall = height * r.between(0.3, 0.55);
    const end: Point = [at[0] + side * reach * r.between(0.3, 0.55) * (1 - t * 0.4), at[1] + fall];
    const back: Point = [at[0] + side * reach * r.between(0.02, 0.14), at[1] + fall * 0.94];
    d += polygon([
      ...brokenLine(r, at, end, 0.06, 4),
      ...brokenLine(r, end, back, 0.1, 3),
      ...brokenLine(r, back, at, 0.05, 3),
    ]);
  }
  return d;
}

/** One great peak with a lit and a shaded side, ribs, and snow. Returns its outline. */
export function drawPeak(canvas: Canvas, r: Random, peak: Peak): string {
  const { x, top, base, left, right, rock, haze, lit, light, mist = 0.9 } = peak;
  const summit: Point = [x, top];
  const west = brokenLine(r, [x - left, base], summit, 0.085);
  const east = brokenLine(r, summit, [x + right, base], 0.085);
  const outline = polygon([...west, ...east, [x + right, base + 20], [x - left, base + 20]]);
  const footX = x - light * (light > 0 ? left : right) * r.between(0.12, 0.3);
  const spine = brokenLine(r, summit, [footX, base], 0.075);
  const shadeFill = canvas.linear(
    [
      [0, rock],
      [0.35, mix(rock, haze, 0.12 * mist)],
      [0.75, mix(rock, haze, 0.55 * mist)],
      [1, mix(rock, haze, mist)],
    ],
    { x1: 0, y1: top, x2: 0, y2: base },
  );
  const litFill = canvas.linear(
    [
      [0, lit],
      [0.4, mix(lit, rock, 0.2)],
      [0.75, mix(mix(lit, rock, 0.3), haze, 0.55 * mist)],
      [1, mix(rock, haze, mist)],
    ],
    { x1: 0, y1: top, x2: 0, y2: base },
  );
  const edge: Point = [x + light * (light > 0 ? right : left), base + 20];
  const litSide = polygon([
    ...spine,
    [footX, base + 20],
    edge,
    [edge[0] + light * 200, top - 80],
    [x, top - 80],
  ]);
  const snowLine = top + (base - top) * peak.snow * 0.55;
  canvas.path(outline, shadeFill);
  canvas.group({ "clip-path": canvas.clip(outline) }, () => {
    if (peak.snow > 0) {
      const fill = fade(canvas, peak, peak.snowShade);
      canvas.path(snowField(r, peak, snowLine), fill);
    }
    canvas.path(ribs(r, spine, peak, light > 0 ? -1 : 1), lighten(rock, 0.09), {
      "fill-opacity": 0.4,
    });
    canvas.group({ "clip-path": canvas.clip(litSide) }, () => {
      canvas.path(outline, litFill);
      if (peak.snow > 0) {
        canvas.path(snowField(r, peak, snowLine + 8), fade(canvas, peak, peak.snowLit));
      }
      canvas.path(
        ribs(r, spine, peak, light),
        mix(rock, peak.snowShade, peak.snow > 0 ? 0.45 : 0),
        {
          "fill-opacity": 0.55,
        },
      );
    });
  });
  return outline;
}

function fade(canvas: Canvas, peak: Peak, colour: string): string {
  return canvas.linear(
    [
      [0, colour],
      [0.55, mix(colour, peak.haze, 0.25), 0.95],
      [1, peak.haze, 0.4],
    ],
    { x1: 0, y1: peak.top, x2: 0, y2: peak.base },
  );
}
