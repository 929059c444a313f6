import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { ellipsePath, n } from "./path";
import type { Sea } from "./sea-light";

/** One fish as path data, its head to `turn`; `angle` in radians. */
export function fish(x: number, y: number, s: number, angle: number, turn: -1 | 1): string {
  const [c, k] = [Math.cos(angle), Math.sin(angle)];
  const at = (u: number, v: number): string =>
    `${n(x + turn * (u * c - v * k) * s)} ${n(y + (u * k + v * c) * s)}`;
  return `M${at(1, 0)}C${at(0.5, -0.42)} ${at(-0.2, -0.38)} ${at(-0.6, -0.04)}L${at(-1.05, -0.34)}Q${at(-0.9, 0)} ${at(-1.05, 0.34)}L${at(-0.6, 0.04)}C${at(-0.2, 0.38)} ${at(0.5, 0.42)} ${at(1, 0)}z`;
}

/** Many small fish on one turning stream, one of them in the accent colour. */
export function shoal(canvas: Canvas, sea: Sea, turn: -1 | 1): void {
  const r = canvas.random("shoal");
  const { width, height, short } = canvas;
  const rows: string[] = ["", "", "", ""];
  let bright = "";
  const count = 210;
  for (let i = 0; i < count; i++) {
    const u = i / count;
    const swing = Math.sin(u * 6.4 + 0.6);
    const cx = width * (turn > 0 ? 0.1 + 0.8 * u : 0.9 - 0.8 * u);
    const cy = height * (0.5 + 0.17 * swing);
    const wide = short * 0.17 * Math.sin(Math.PI * (0.08 + 0.84 * u)) ** 0.7;
    const off = (r.next() + r.next() - 1) * 1.25;
    const depth = r.next();
    const angle = Math.cos(u * 6.4 + 0.6) * 0.5 + r.between(-0.1, 0.1);
    const d = fish(
      cx + r.between(-0.03, 0.03) * short,
      cy + off * wide,
      short * (0.016 + 0.022 * depth),
      angle,
      turn,
    );
    rows[Math.floor(depth * 4)] += d;
  }
  bright += fish(width * 0.5, height * 0.53, short * 0.1, -0.2, turn);
  for (const [i, d] of rows.entries())
    canvas.path(
      d,
      i % 2 ? mix(sea.near, sea.middle, 0.5 - i * 0.13) : mix(sea.ray, sea.middle, 0.55 - i * 0.15),
    );
  canvas.path(bright, sea.accent);
  const eye = { x: width * 0.5 + turn * short * 0.062, y: height * 0.53 - short * 0.027 };
  canvas.path(ellipsePath(eye.x, eye.y, short * 0.0085, short * 0.0085), "#ffffff");
  canvas.path(ellipsePath(eye.x, eye.y, short * 0.0045, short * 0.0045), sea.near);
}
