import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { stroke } from "./leaves";
import { n, type Point, polygon } from "./path";
import type { Random } from "./random";

/** Where a plant stands: `x`, `y` the middle of the soil, `size` its height above it. */
export type Plant = {
  x: number;
  y: number;
  size: number;
  green: string;
  bloom: string;
  random: Random;
};

export const UP = -Math.PI / 2;

export function sword(canvas: Canvas, { x, y, size, green, random: r }: Plant): void {
  const blades = 9;
  for (let i = 0; i < blades; i += 1) {
    const order = i < 5 ? i * 2 : (i - 5) * 2 + 1;
    const t = (order / (blades - 1)) * 2 - 1;
    const front = i >= 5;
    const tall = size * (front ? r.between(0.5, 0.8) : r.between(0.78, 1) - Math.abs(t) * 0.16);
    const half = size * 0.056;
    const lean = t * size * 0.24;
    const base = x + t * size * 0.15;
    const tone = lighten(mix(green, "#1d4a4a", front ? 0 : 0.32), front ? 0.02 : -0.04);
    const edge: Point[] = [];
    const back: Point[] = [];
    for (let k = 0; k <= 10; k += 1) {
      const u = k / 10;
      const cx = base + lean * u ** 1.6 + Math.sin(u * 3 + i) * half * 0.25;
      const w = half * (0.72 + 0.5 * Math.sin(Math.PI * u * 0.8)) * (u > 0.82 ? (1 - u) / 0.18 : 1);
      edge.push([cx - w, y + 4 - u * tall]);
      back.unshift([cx + w, y + 4 - u * tall]);
    }
    const d = polygon([...edge, ...back]);
    canvas.path(d, lighten(mix(tone, "#e8dc8a", 0.62), 0.02));
    const inner = polygon([
      ...edge.map(([ex, ey], k): Point => [ex + half * 0.26 * (k > 8 ? 0.3 : 1), ey + 3]),
      ...back.map(([bx, by], k): Point => [bx - half * 0.26 * (k < 2 ? 0.3 : 1), by + 3]),
    ]);
    canvas.path(inner, tone);
    let bands = "";
    for (let u = 0.1; u < 0.86; u += 0.075) {
      const cx = base + lean * u ** 1.6;
      const by = y - u * tall;
      bands += `M${n(cx - half * 0.62)} ${n(by + r.between(-4, 4))}q${n(half * 0.35)} ${n(-half * 0.4)} ${n(half * 0.6)} 0t${n(half * 0.6)} 0`;
    }
    stroke(canvas, bands, lighten(tone, -0.09), size * 0.013, 0.7);
  }
}

export function split(canvas: Canvas, { x, y, size, green, random: r }: Plant): void {
  const spread = [-0.95, 0.95, -0.52, 0.55, -0.12, 0.24, -0.62, 0.5];
  spread.forEach((t, i) => {
    const reach =
      size * ([0.5, 0.5, 0.72, 0.68, 0.84, 0.74, 0.3, 0.4][i] ?? 0.5) * r.between(0.94, 1.06);
    const hx = x + Math.sin(t * 1.1) * reach * 1.02;
    const hy = y - Math.cos(t * 1.05) * reach;
    const tone = lighten(mix(green, "#17475a", i % 2 === 0 ? 0.12 : 0.3), i > 3 ? 0.03 : -0.03);
    stroke(
      canvas,
      `M${n(x + t * 12)} ${n(y)}Q${n(x + t * 26)} ${n((y + hy) / 2 - 20)} ${n(hx)} ${n(hy)}`,
      lighten(tone, 0.03),
      size * 0.016,
    );
    splitLeaf(canvas, {
      x: hx,
      y: hy,
      size: size * r.between(0.33, 0.4),
      angle: t * 1.25 + (t < 0 ? -0.55 : 0.55),
      tone,
    });
  });
}

/** A heart-shaped leaf with three notches on each side, tip pointing down at angle 0. */
function splitLeaf(
  canvas: Canvas,
  { x, y, size, angle, tone }: { x: number; y: number; size: number; angle: number; tone: string },
): void {
  const cos = Math.cos(angle * 0.9 - 0.1);
  const sin = Math.sin(angle * 0.9 - 0.1);
  const place = (px: number, py: number): Point => [
    x + px * cos + py * sin,
    y - px * sin + py * cos,
  ];
  const outline = (side: 1 | -1): Point[] =>
    Array.from({ length: 46 }, (_, k) => {
      const t = k / 45;
      const notch = [0.36, 0.54, 0.71].reduce(
        (cut, at) => cut * (1 - 0.68 * Math.exp(-(((t - at) / 0.019) ** 2))),
        1,
      );
      const half = size * 0.54 * Math.sin(Math.PI * t ** 0.68) ** 0.8 * notch;
      const drop =
        -size * 0.2 + size * 1.12 * t + (1 - notch) * size * -0.05 + (k === 0 ? size * 0.2 : 0);
      return place(side * half, drop);
    });
  const left = outline(-1);
  const right = outline(1);
  canvas.path(polygon([...left, ...[...right].reverse()]), tone);
  canvas.path(polygon([place(0, 0), ...right, place(0, size * 0.9)]), lighten(tone, -0.075));
  const [tx, ty] = place(0, size * 0.86);
  let veins = `M${n(x)} ${n(y)}L${n(tx)} ${n(ty)}`;
  for (const at of [0.1, 0.28, 0.46, 0.62]) {
    for (const side of [-1, 1]) {
      const [ax, ay] = place(0, size * at);
      const [bx, by] = place(side * size * 0.36 * (1 - at * 0.5), size * (at + 0.16));
      veins += `M${n(ax)} ${n(ay)}L${n(bx)} ${n(by)}`;
    }
  }
  stroke(canvas, veins, lighten(tone, 0.1), size * 0.014, 0.6);
}

export function fern(canvas: Canvas, { x, y, size, green, random: r }: Plant): void {
  const fronds = 17;
  const order = Array.from({ length: fronds }, (_, i) => (i / (fronds - 1)) * 2 - 1).sort(
    (a, b) => Math.abs(Math.sin(a * 9)) - Math.abs(Math.sin(b * 9)),
  );
  order.forEach((t, i) => {
    const reach = size * r.between(0.82, 1.04);
    const ex = x + t * reach * 1.08;
    const ey = y - reach * (0.86 - t * t * 0.78);
    const cx = x + t * reach * 0.42;
    const cy = y - reach * (1.02 - t * t * 0.2);
    const tone = lighten(
      mix(green, i % 2 ? "#17475a" : "#b8c25a", i % 2 ? 0.26 : 0.16),
      (i / fronds - 0.5) * 0.07,
    );
    let d = "";
    for (let k = 2; k <= 21; k += 1) {
      const u = k / 21.5;
      const px = (1 - u) ** 2 * x + 2 * u * (1 - u) * cx + u * u * ex;
      const py = (1 - u) ** 2 * y + 2 * u * (1 - u) * cy + u * u * ey;
      const dx = 2 * (1 - u) * (cx - x) + 2 * u * (ex - cx);
      const dy = 2 * (1 - u) * (cy - y) + 2 * u * (ey - cy);
      const turn = Math.atan2(dy, dx);
      const long = size * 0.17 * Math.sin(Math.PI * u ** 0.8) ** 0.7 + 2;
      for (const side of [-1, 1]) {
        const a = turn + side * 1.12;
        const at = (share: number, off: number) =>
          `${n(Math.cos(a + off) * long * share)} ${n(Math.sin(a + off) * long * share)}`;
        const back = (share: number, off: number) =>
          `${n(Math.cos(a + off) * long * share - Math.cos(a) * long)} ${n(Math.sin(a + off) * long * share - Math.sin(a) * long)}`;
        d += `M${n(px)} ${n(py)}q${at(0.55, 0.42)} ${at(1, 0)}q${back(0.55, -0.42)} ${back(0, 0)}z`;
      }
    }
    canvas.path(d, tone);
    stroke(
      canvas,
      `M${n(x)} ${n(y)}Q${n(cx)} ${n(cy)} ${n(ex)} ${n(ey)}`,
      lighten(tone, -0.07),
      size * 0.01,
    );
  });
}
