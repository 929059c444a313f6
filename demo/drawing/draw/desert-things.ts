import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { lens } from "./landscape";
import type { LandscapePalette } from "./palettes";
import { drawPalm } from "./palm";
import { blob, ellipsePath, n, polygon } from "./path";
import { type Crest, crestAt } from "./sand";

/** A saguaro with two or three arms, lit from one side. */
export function cactus(
  canvas: Canvas,
  palette: LandscapePalette,
  x: number,
  y: number,
  s: number,
  light: -1 | 1,
  arms: 2 | 3,
): void {
  const green = mix(palette.extra[0] ?? "#4d6b45", "#3f6b4a", 0.75);
  const deep = mix(green, palette.near, 0.55);
  const limbs = [
    `M${n(x)} ${n(y)}V${n(y - s)}`,
    `M${n(x)} ${n(y - s * 0.4)}H${n(x - s * 0.2)}Q${n(x - s * 0.27)} ${n(y - s * 0.4)} ${n(x - s * 0.27)} ${n(y - s * 0.5)}V${n(y - s * 0.76)}`,
    `M${n(x)} ${n(y - s * 0.3)}H${n(x + s * 0.16)}Q${n(x + s * 0.24)} ${n(y - s * 0.3)} ${n(x + s * 0.24)} ${n(y - s * 0.4)}V${n(y - s * 0.6)}`,
  ];
  const widths = [s * 0.13, s * 0.09, s * 0.09];
  canvas.path(
    polygon([
      [x - s * 0.06, y],
      [x + s * 0.06, y],
      [x - light * s * 1.3, y + s * 0.2],
      [x - light * s * 1.36, y + s * 0.14],
    ]),
    palette.near,
    { "fill-opacity": 0.25 },
  );
  for (const [i, d] of limbs.slice(0, arms).entries()) canvas.stroke(d, deep, widths[i] ?? 10);
  for (const [i, d] of limbs.slice(0, arms).entries()) {
    const w = widths[i] ?? 10;
    canvas.stroke(d, green, w * 0.62, { transform: `translate(${n(light * w * 0.17)} 0)` });
    canvas.stroke(d, lighten(green, 0.1), w * 0.12, {
      transform: `translate(${n(light * w * 0.3)} 0)`,
    });
    canvas.stroke(d, deep, w * 0.06, {
      transform: `translate(${n(-light * w * 0.02)} 0)`,
      "stroke-opacity": 0.7,
    });
  }
}

/** Three tents with lamps in them, on a crest around x. */
export function tents(
  canvas: Canvas,
  palette: LandscapePalette,
  crest: Crest,
  x: number,
  size: number,
): void {
  const spots = [
    [-1.9, 0.72],
    [2.0, 0.62],
    [0, 1],
  ] as const;
  const y = crestAt(crest, x) + size * 0.5;
  canvas.glow(x, y - size * 0.2, size * 3.2, palette.accent, 0.5);
  for (const [dx, k] of spots) {
    const s = size * k;
    const px = x + dx * size;
    const py = y + (k - 0.7) * size * 0.4;
    const cloth = mix(palette.accent, "#fff2cf", 0.35);
    canvas.path(
      polygon([
        [px - s * 1.1, py],
        [px - s * 0.85, py - s * 0.5],
        [px, py - s * 1.05],
        [px + s * 0.85, py - s * 0.5],
        [px + s * 1.1, py],
      ]),
      canvas.linear([
        [0, mix(cloth, palette.near, 0.42)],
        [1, cloth],
      ]),
    );
    for (const [u, v] of [
      [-0.85, -0.42],
      [0.1, 0.5],
    ] as const)
      canvas.path(
        polygon([
          [px + u * s, py - s * 0.48],
          [px, py - s * 1.05],
          [px + v * s, py - s * 0.48],
          [px + v * s * 1.06, py],
          [px + u * s * 1.06, py],
        ]),
        palette.extra[0] ?? palette.accent,
        { "fill-opacity": 0.5 },
      );
    canvas.path(
      polygon([
        [px - s * 0.2, py],
        [px - s * 0.04, py - s * 0.6],
        [px + s * 0.04, py - s * 0.6],
        [px + s * 0.22, py],
      ]),
      "#fff3c8",
    );
  }
}

/** A pool with bushes and five palms; `s` is half its width. */
export function oasis(
  canvas: Canvas,
  palette: LandscapePalette,
  x: number,
  y: number,
  s: number,
): void {
  const r = canvas.random("palms");
  const leaf = mix(mix(palette.near, "#3f7d4a", 0.6), palette.haze, 0.06);
  const trunk = mix(palette.near, "#7a5230", 0.6);
  const pool = mix(palette.sky[0], palette.sky[1], 0.3);
  let bushes = "";
  for (let i = 0; i < 34; i++) {
    const u = r.between(-1.35, 1.35);
    bushes += blob(
      r,
      x + u * s,
      y + s * 0.03 - (1 - u * u * 0.5) * s * 0.05,
      s * r.between(0.05, 0.12),
      s * r.between(0.05, 0.1),
      0.16,
      9,
    );
  }
  canvas.path(bushes, mix(leaf, palette.haze, 0.25));
  const palm = (dx: number, k: number, lean: number, down = 0) =>
    drawPalm(canvas, canvas.random(`palm${dx}`), {
      foot: [x + dx * s, y + s * (0.05 + down)],
      head: [x + (dx + lean) * s, y + s * (0.05 + down) - s * k],
      size: s * k * 0.95,
      colour: trunk,
      leaf: down > 0 ? mix(leaf, palette.near, 0.3) : leaf,
    });
  palm(-0.5, 0.8, -0.1);
  palm(0.86, 0.66, 0.12);
  palm(0.42, 1.02, 0.12);
  palm(-0.12, 0.72, 0.05);
  canvas.path(ellipsePath(x, y + s * 0.17, s * 1.42, s * 0.14), mix(leaf, palette.haze, 0.1));
  canvas.path(
    ellipsePath(x, y + s * 0.19, s * 1.3, s * 0.11),
    canvas.linear([
      [0, mix(pool, leaf, 0.45)],
      [0.4, mix(pool, palette.sun, 0.3)],
      [1, pool],
    ]),
  );
  let light = "";
  for (let i = 0; i < 16; i++) {
    light += lens(
      x + r.between(-1, 1) * s,
      y + s * r.between(0.13, 0.26),
      s * r.between(0.05, 0.2),
      2.5,
    );
  }
  canvas.path(light, palette.sun, { "fill-opacity": 0.55 });
  palm(-1.12, 1.12, 0.16, 0.2);
}
