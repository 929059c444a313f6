import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { blob, n, type Point } from "./path";
import type { Random } from "./random";

/** Trunk and limbs as path data, and the points where leaves grow. */
export type Limbs = { d: string; tips: readonly Point[] };

/** Trunk and limbs as tapering strokes joined into one path, and where they end. */
export function growLimbs(
  r: Random,
  foot: Point,
  size: number,
  options: { spread?: number; levels?: number; trunk?: number; flat?: number } = {},
): Limbs {
  const { spread = 0.62, levels = 6, trunk = 0.3, flat = 1 } = options;
  const tips: Point[] = [];
  let d = "";
  const grow = (from: Point, angle: number, long: number, half: number, level: number) => {
    const bend = r.between(-0.12, 0.12);
    const to: Point = [
      from[0] + Math.cos(angle) * long,
      from[1] + Math.sin(angle) * long * (level < levels - 1 ? flat : 1),
    ];
    const middle: Point = [
      (from[0] + to[0]) / 2 + Math.sin(angle) * long * bend,
      (from[1] + to[1]) / 2 - Math.cos(angle) * long * bend,
    ];
    const end = half * 0.7;
    const [sx, sy] = [-Math.sin(angle), Math.cos(angle)];
    d += `M${n(from[0] - sx * half)} ${n(from[1] - sy * half)}Q${n(middle[0] - sx * end)} ${n(middle[1] - sy * end)} ${n(to[0] - sx * end)} ${n(to[1] - sy * end)}L${n(to[0] + sx * end)} ${n(to[1] + sy * end)}Q${n(middle[0] + sx * end)} ${n(middle[1] + sy * end)} ${n(from[0] + sx * half)} ${n(from[1] + sy * half)}z`;
    if (level === 0) {
      tips.push(to);
      return;
    }
    if (level === 1 || (level === 3 && r.chance(0.8))) tips.push(to);
    const forks = level > levels - 2 ? 3 : 2;
    for (let i = 0; i < forks; i++) {
      const side = (i / (forks - 1)) * 2 - 1;
      grow(
        to,
        angle + side * spread * r.between(0.7, 1.2) + r.between(-0.1, 0.1),
        long * r.between(0.68, 0.86) * (level === levels ? 0.86 : 1),
        end * r.between(0.68, 0.82),
        level - 1,
      );
    }
  };
  grow(foot, -Math.PI / 2 + r.between(-0.06, 0.06), size * trunk, size * 0.045, levels);
  return { d, tips };
}

/**
 * Leaves or blossom around the ends of the limbs in four tones, the pale ones towards the light.
 * `light` is -1 when it comes from the left.
 */
export function drawCrown(
  canvas: Canvas,
  r: Random,
  crown: {
    tips: readonly Point[];
    size: number;
    light: -1 | 1;
    colours: readonly [shade: string, middle: string, lit: string, bright: string];
    flat?: number;
  },
): void {
  const { tips, size, light, colours, flat = 0.85 } = crown;
  const tones = [
    { count: 1, radius: 0.115, dx: -0.035, dy: 0.045, skip: 0 },
    { count: 1, radius: 0.098, dx: 0, dy: 0, skip: 0 },
    { count: 1, radius: 0.066, dx: 0.035, dy: -0.035, skip: 0.25 },
    { count: 2, radius: 0.023, dx: 0.05, dy: -0.055, skip: 0.45 },
  ];
  for (const [i, tone] of tones.entries()) {
    let d = "";
    for (const [x, y] of tips) {
      for (let k = 0; k < tone.count; k++) {
        if (r.chance(tone.skip)) continue;
        const radius = size * tone.radius * r.between(0.55, 1.15);
        d += blob(
          r,
          x + light * tone.dx * size + r.between(-0.03, 0.03) * size,
          y + tone.dy * size + r.between(-0.03, 0.03) * size,
          radius,
          radius * flat,
          0.14,
          7,
        );
      }
    }
    canvas.path(d, colours[i] ?? colours[1]);
  }
}

/** Single leaves or petals in the air and on the ground, carried away from the light. */
export function fallingLeaves(
  canvas: Canvas,
  r: Random,
  options: {
    x: number;
    top: number;
    ground(x: number): number;
    reach: number;
    count: number;
    size: number;
    drift: -1 | 1;
    colours: readonly string[];
  },
): void {
  const { x, top, ground, reach, count, size, drift, colours } = options;
  const parts = colours.map(() => "");
  for (let i = 0; i < count; i++) {
    const isDown = i % 3 > 0;
    const far = (r.next() + r.next() - 1) * reach + (isDown ? 0 : drift * r.next() * reach);
    const px = x + far;
    const y = isDown
      ? ground(px) + r.between(0, 0.16) ** 1.2 * reach
      : top + r.next() * (ground(px) - top);
    const long = size * r.between(0.6, 1.2);
    const turn = r.next() * Math.PI;
    const [cx, cy] = [Math.cos(turn) * long, Math.sin(turn) * long * (isDown ? 0.4 : 1)];
    parts[i % parts.length] +=
      `M${n(px - cx)} ${n(y - cy)}Q${n(px - cy * 0.7)} ${n(y + cx * 0.5)} ${n(px + cx)} ${n(y + cy)}Q${n(px + cy * 0.7)} ${n(y - cx * 0.5)} ${n(px - cx)} ${n(y - cy)}z`;
  }
  for (const [i, d] of parts.entries())
    canvas.path(d, colours[i] ?? mix("#ffffff", "#888888", 0.5));
}
