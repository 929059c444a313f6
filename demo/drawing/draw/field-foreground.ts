import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { picker } from "./field";
import { stroke } from "./leaves";
import type { LandscapePalette } from "./palettes";
import { ellipsePath, n } from "./path";

/** Three people at work among the bushes, the farthest first. */
export function pickers(canvas: Canvas, palette: LandscapePalette, horizonY: number): void {
  const { width, height, short } = canvas;
  const shirts = [palette.accent, palette.extra[0] ?? palette.accent, palette.accent];
  for (const [i, [x, t]] of (
    [
      [0.6, 0.2],
      [0.42, 0.32],
      [0.22, 0.56],
    ] as const
  ).entries()) {
    const y = horizonY + (height - horizonY) * t;
    const shirt = mix(shirts[i] ?? palette.accent, palette.haze, 0.3 * (1 - t));
    picker(canvas, { x: width * x, y, size: short * (0.055 + t * 0.29), shirt, palette });
    const size = short * (0.055 + t * 0.29);
    const green = mix("#4f8a4a", palette.near, 0.16);
    let bushes = "";
    for (let k = -3; k <= 3; k += 1) {
      bushes += ellipsePath(
        width * x + k * size * 0.14,
        y + size * (k % 2 ? 0.05 : 0.0),
        size * 0.13,
        size * 0.09,
      );
    }
    canvas.path(bushes, mix(green, palette.haze, 0.16 * (1 - t)));
  }
}

/** Ears of wheat in front, against the field. */
export function ears(canvas: Canvas, palette: LandscapePalette, sunX: number): void {
  const { width, height, short } = canvas;
  const r = canvas.random("ears");
  const gold = mix("#e3b455", palette.near, palette.isDark ? 0.4 : 0.04);
  for (const [depth, count] of [
    [0, 20],
    [1, 13],
  ] as const) {
    let stalks = "";
    let grains = "";
    let lit = "";
    let awns = "";
    for (let i = 0; i < count; i += 1) {
      const foot = ((i + r.between(0.1, 0.9)) / count) * width;
      const tall = short * (depth ? r.between(0.2, 0.36) : r.between(0.16, 0.26));
      const lean = r.between(-0.12, 0.3) * tall * (sunX < width / 2 ? 1 : -1);
      const [tx, ty] = [foot + lean, height - tall];
      stalks += `M${n(foot)} ${n(height + 10)}Q${n(foot)} ${n(height - tall * 0.6)} ${n(tx)} ${n(ty)}`;
      const size = short * (depth ? 0.021 : 0.016);
      const turn = Math.atan2(-tall * 0.6, lean * 1.5);
      const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
      for (let k = 0; k < 7; k += 1) {
        const [cx, cy] = [tx + dx * k * size * 0.8, ty + dy * k * size * 0.8];
        for (const side of [-1, 1]) {
          const a = turn + side * 0.55;
          const [ex, ey] = [cx + Math.cos(a) * size * 1.5, cy + Math.sin(a) * size * 1.5];
          const d = `M${n(cx)} ${n(cy)}Q${n(cx + Math.cos(a + side * 0.7) * size)} ${n(cy + Math.sin(a + side * 0.7) * size)} ${n(ex)} ${n(ey)}Q${n(cx + Math.cos(a - side * 0.5) * size * 0.8)} ${n(cy + Math.sin(a - side * 0.5) * size * 0.8)} ${n(cx)} ${n(cy)}z`;
          if (side < 0) lit += d;
          else grains += d;
          awns += `M${n(ex)} ${n(ey)}l${n(Math.cos(turn + side * 0.22) * size * 2.2)} ${n(Math.sin(turn + side * 0.22) * size * 2.2)}`;
        }
      }
    }
    const tone = mix(gold, palette.near, depth ? 0.05 : 0.26);
    stroke(canvas, stalks, lighten(tone, -0.1), depth ? 4.5 : 3.4);
    stroke(canvas, awns, lighten(tone, 0.05), 1.8, 0.8);
    canvas.path(grains, lighten(tone, -0.07));
    canvas.path(lit, lighten(tone, 0.05));
  }
}
