import { lighten, mix } from "./colour";
import { ellipsePath, n, polygon, smoothClosed } from "./path";
import type { SnowScene } from "./snow-pine";

/** A log cabin under snow, lit, with smoke; its foot at (x, y). */
export function cabin(
  { canvas, palette, light, snow, shade }: SnowScene,
  x: number,
  y: number,
  size: number,
): void {
  const wall = mix("#6b3d24", palette.near, palette.isDark ? 0.45 : 0.2);
  const s = size;
  if (palette.isDark) canvas.glow(x + s * 0.2, y - s * 0.2, s * 3, palette.accent, 0.55);
  canvas.path(
    polygon([
      [x - s, y],
      [x - s, y - s * 0.6],
      [x + s * 0.5, y - s * 0.6],
      [x + s * 0.5, y],
    ]),
    wall,
  );
  canvas.path(
    polygon([
      [x + s * 0.5, y],
      [x + s * 0.5, y - s * 0.6],
      [x + s * 1.05, y - s * 1.2],
      [x + s * 1.6, y - s * 0.6],
      [x + s * 1.6, y],
    ]),
    light > 0 ? lighten(wall, 0.07) : mix(wall, palette.near, 0.35),
  );
  let logs = "";
  for (let i = 1; i < 5; i++) logs += `M${n(x - s)} ${n(y - i * s * 0.12)}H${n(x + s * 1.6)}`;
  canvas.stroke(logs, mix(wall, palette.near, 0.5), Math.max(1, s * 0.02), {
    "stroke-opacity": 0.6,
  });
  canvas.path(
    smoothClosed([
      [x - s * 1.2, y - s * 0.5],
      [x - s * 0.6, y - s * 1.28],
      [x + s * 0.3, y - s * 1.34],
      [x + s * 1.1, y - s * 1.34],
      [x + s * 0.56, y - s * 0.62],
      [x + s * 0.36, y - s * 0.5],
      [x - s * 0.4, y - s * 0.54],
    ]),
    light < 0 ? snow : mix(snow, shade, 0.4),
  );
  canvas.path(
    polygon([
      [x + s * 1.0, y - s * 1.36],
      [x + s * 1.14, y - s * 1.34],
      [x + s * 1.8, y - s * 0.52],
      [x + s * 1.62, y - s * 0.48],
    ]),
    mix(snow, shade, 0.3),
  );
  canvas.rect(x - s * 0.5, y - s * 1.62, s * 0.24, s * 0.42, mix(wall, palette.near, 0.35));
  canvas.path(ellipsePath(x - s * 0.38, y - s * 1.62, s * 0.17, s * 0.06), snow);
  const glass = mix(palette.accent, "#ffe9b0", palette.isDark ? 0.45 : 0.55);
  canvas.rect(x - s * 0.72, y - s * 0.44, s * 0.34, s * 0.26, glass);
  canvas.rect(x + s * 0.0, y - s * 0.44, s * 0.34, s * 0.26, glass);
  canvas.rect(x + s * 0.88, y - s * 0.62, s * 0.34, s * 0.28, glass);
  canvas.rect(x + s * 0.74, y - s * 0.3, s * 0.0, s * 0.3, wall);
  let smoke = "";
  const r = canvas.random("smoke");
  for (let i = 0; i < 9; i++) {
    const u = i / 9;
    const radius = s * (0.1 + 0.24 * u);
    smoke += ellipsePath(
      x - s * 0.38 + -light * u * u * s * 1.3 + r.between(-0.05, 0.05) * s,
      y - s * (1.7 + u * 1.7),
      radius,
      radius * 0.9,
    );
  }
  canvas.path(smoke, mix(snow, palette.haze, 0.3), { "fill-opacity": 0.3 });
}
