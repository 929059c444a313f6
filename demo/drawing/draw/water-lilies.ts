import type { Canvas } from "./canvas";
import { lighten } from "./colour";
import { stroke } from "./leaves";
import { ellipsePath, n } from "./path";

export function pad(
  canvas: Canvas,
  {
    x,
    y,
    radius,
    turn,
    colour,
  }: { x: number; y: number; radius: number; turn: number; colour: string },
): void {
  const r = canvas.random(`pad/${Math.round(x)}/${Math.round(y)}`);
  let d = "";
  for (let i = 0; i <= 30; i += 1) {
    const a = turn + 0.16 + (i / 30) * (Math.PI * 2 - 0.32);
    const k = radius * (1 + r.between(-0.02, 0.02));
    d += `${i ? "L" : "M"}${n(x + Math.cos(a) * k)} ${n(y + Math.sin(a) * k)}`;
  }
  d += `L${n(x + Math.cos(turn) * radius * 0.12)} ${n(y + Math.sin(turn) * radius * 0.12)}z`;
  canvas.softShadow(d, radius * 0.12, radius * 0.17, 0.42);
  canvas.path(
    d,
    canvas.linear(
      [
        [0, lighten(colour, 0.07)],
        [1, lighten(colour, -0.07)],
      ],
      { x1: 0, y1: 0, x2: 1, y2: 1 },
    ),
  );
  let veins = "";
  for (let i = 1; i < 12; i += 1) {
    const a = turn + (i / 12) * Math.PI * 2;
    veins += `M${n(x)} ${n(y)}L${n(x + Math.cos(a) * radius * 0.86)} ${n(y + Math.sin(a) * radius * 0.86)}`;
  }
  stroke(canvas, veins, lighten(colour, 0.09), Math.max(2, radius * 0.018), 0.7);
  let drops = "";
  for (let i = 0; i < 3; i += 1)
    drops += ellipsePath(
      x + r.between(-0.6, 0.6) * radius,
      y + r.between(-0.6, 0.6) * radius,
      radius * 0.035,
      radius * 0.035,
    );
  canvas.path(drops, "#f4fbf6", { "fill-opacity": 0.75 });
}

export function lotus(canvas: Canvas, x: number, y: number, radius: number, colour: string): void {
  canvas.softShadow(
    ellipsePath(x, y, radius * 0.8, radius * 0.8),
    radius * 0.14,
    radius * 0.2,
    0.4,
  );
  for (const [ring, count, tone] of [
    [1, 10, lighten(colour, -0.09)],
    [0.76, 9, lighten(colour, -0.02)],
    [0.5, 7, lighten(colour, 0.05)],
  ] as const) {
    let d = "";
    for (let i = 0; i < count; i += 1) {
      const a = ((i + ring * 2) / count) * Math.PI * 2;
      const at = (k: number, off: number) =>
        `${n(x + Math.cos(a + off) * radius * ring * k)} ${n(y + Math.sin(a + off) * radius * ring * k)}`;
      d += `M${n(x)} ${n(y)}C${at(0.4, -0.75)} ${at(0.9, -0.3)} ${at(1.05, 0)}C${at(0.9, 0.3)} ${at(0.4, 0.75)} ${n(x)} ${n(y)}z`;
    }
    canvas.path(d, tone);
    stroke(canvas, d, lighten(colour, -0.15), Math.max(1.2, radius * 0.014), 0.5);
  }
  canvas.path(ellipsePath(x, y, radius * 0.2, radius * 0.2), "#e8b544");
  canvas.path(ellipsePath(x, y, radius * 0.11, radius * 0.11), "#c98f2c");
}
