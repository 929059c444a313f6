import { fbm, noise, type Random } from "./random";

/** A point in canvas units. */
export type Point = readonly [x: number, y: number];

/** A number for path data: one decimal, no more can be seen. */
export function n(x: number): string {
  const rounded = Math.round(x * 10) / 10;
  return rounded === 0 ? "0" : String(rounded);
}

/** Straight edges, closed. */
export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}z`;
}

function catmullRom(points: readonly Point[], closed: boolean): string {
  const count = points.length;
  const at = (i: number): Point => {
    const index = closed ? (i + count) % count : Math.min(count - 1, Math.max(0, i));
    return points[index] ?? [0, 0];
  };
  const [x0, y0] = at(0);
  let d = `M${n(x0)} ${n(y0)}`;
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${n(b[0] + (c[0] - a[0]) / 6)} ${n(b[1] + (c[1] - a[1]) / 6)} ${n(c[0] - (e[0] - b[0]) / 6)} ${n(c[1] - (e[1] - b[1]) / 6)} ${n(c[0])} ${n(c[1])}`;
  }
  return closed ? `${d}z` : d;
}

/** A smooth closed curve through the points (Catmull-Rom). */
export function smoothClosed(points: readonly Point[]): string {
  return catmullRom(points, true);
}

/** A smooth open curve through the points, for strokes. */
export function smoothOpen(points: readonly Point[]): string {
  return catmullRom(points, false);
}

/** An ellipse as path data. */
export function ellipsePath(cx: number, cy: number, rx: number, ry: number): string {
  return `M${n(cx - rx)} ${n(cy)}a${n(rx)} ${n(ry)} 0 1 1 ${n(rx * 2)} 0a${n(rx)} ${n(ry)} 0 1 1 ${n(-rx * 2)} 0z`;
}

/** An ellipse as if cut by hand: its radius varies by the share `wobble`. */
export function blob(
  r: Random,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  wobble = 0.06,
  points = 14,
): string {
  const turn = r.next() * 0.6;
  return smoothClosed(
    Array.from({ length: points }, (_, i): Point => {
      const angle = ((i + turn) / points) * Math.PI * 2;
      const k = 1 + r.between(-wobble, wobble);
      return [cx + Math.cos(angle) * rx * k, cy + Math.sin(angle) * ry * k];
    }),
  );
}

/** A ridgeline in canvas units. */
export type RidgeOptions = {
  width: number;
  height: number;
  /** The mean height of the crest. */
  y: number;
  amplitude: number;
  /** Hills over the whole width. */
  frequency: number;
  seed: string;
  /** Distance between two points of the crest; 5 unless told. */
  step?: number;
  /** "alpine" has sharp summits; "rolling" unless told. */
  shape?: "rolling" | "alpine";
};

/** A ridgeline closed down to `height`, and the height of its crest at any x. */
export function ridge(options: RidgeOptions): { d: string; at(x: number): number } {
  const { width, height, y, amplitude, frequency, seed, step = 5, shape = "rolling" } = options;
  const rolling = fbm(seed);
  const folds = Array.from({ length: 5 }, (_, i) => noise(`${seed}/fold${i}`));
  const ridged = (x: number) => {
    let sum = 0;
    for (const [i, fold] of folds.entries()) {
      sum += 0.5 ** i * (1 - 2 * Math.abs(fold(x * 2 ** i + i * 3.1)));
    }
    return sum / 1.5;
  };
  const at = (x: number) => {
    const u = (x / width) * frequency + 11;
    const lift = shape === "alpine" ? 0.75 * ridged(u) + 0.25 * rolling(u) : rolling(u);
    return y - amplitude * lift;
  };
  let d = `M-10 ${n(height + 10)}`;
  for (let x = -10; x <= width + 10 + step; x += step) d += `L${n(x)} ${n(at(x))}`;
  return { d: `${d}L${n(width + 10 + step)} ${n(height + 10)}z`, at };
}

/**
 * A closed outline with more points along its straight edges, each moved a little, as if cut by
 * hand. Corners stay. `every` is the distance of the new points, `by` the largest move.
 */
export function wobbleEdge(r: Random, points: readonly Point[], every = 50, by = 1.2): Point[] {
  return points.flatMap((from, i): Point[] => {
    const to = points[(i + 1) % points.length] ?? from;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const pieces = Math.max(1, Math.round(length / every));
    return Array.from({ length: pieces }, (_, k): Point => {
      if (k === 0) return from;
      const t = k / pieces;
      return [
        from[0] + (to[0] - from[0]) * t + r.between(-by, by),
        from[1] + (to[1] - from[1]) * t + r.between(-by, by),
      ];
    });
  });
}
