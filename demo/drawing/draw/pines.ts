import { type Point, polygon } from "./path";
import type { Random } from "./random";

/** One pine with serrated sides, its foot at (x, y). */
export function pine(r: Random, x: number, y: number, height: number, width: number): string {
  const tiers = Math.max(4, Math.min(11, Math.round(height / 16)));
  const left: Point[] = [];
  const right: Point[] = [];
  for (let i = 1; i <= tiers; i++) {
    const t = i / tiers;
    const out = (width / 2) * t ** 0.85;
    const tierY = y - height * (1 - t * 0.93);
    const inner = (width / 2) * Math.max(0.05, t - 0.55 / tiers) * 0.5;
    left.push([x - out * r.between(0.82, 1.12), tierY + r.between(-0.02, 0.02) * height]);
    right.push([x + out * r.between(0.82, 1.12), tierY + r.between(-0.02, 0.02) * height]);
    if (i < tiers) {
      left.push([x - inner, tierY - height * 0.02]);
      right.push([x + inner, tierY - height * 0.02]);
    }
  }
  const trunk = Math.max(1, width * 0.05);
  return polygon([
    [x, y - height],
    ...right,
    [x + trunk, y - height * 0.07],
    [x + trunk, y + 2],
    [x - trunk, y + 2],
    [x - trunk, y - height * 0.07],
    ...left.reverse(),
  ]);
}

/** A row of pines along the ground `at(x)`, as one path. `height` may depend on x. */
export function pineRow(
  r: Random,
  options: {
    from: number;
    to: number;
    at(x: number): number;
    height: number | ((x: number) => number);
    spacing: number;
    slim?: number;
  },
): string {
  const { from, to, at, height, spacing, slim = 0.4 } = options;
  let d = "";
  for (let x = from; x < to; x += spacing * r.between(0.5, 1.5)) {
    const base = typeof height === "number" ? height : height(x);
    if (base < 4) continue;
    const tall = base * r.between(0.6, 1.25);
    d += pine(r, x, at(x) + 3, tall, tall * slim * r.between(0.85, 1.15));
  }
  return d;
}
