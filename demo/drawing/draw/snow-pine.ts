import type { Canvas } from "./canvas";
import { mix } from "./colour";
import type { LandscapePalette } from "./palettes";
import { n, type Point, polygon } from "./path";
import type { Random } from "./random";

type Tree = { dark: string; shade: string; lit: string };

/** A pine under snow: its dark shape, and snow on each tier, more of it on the lit side. */
function snowPine(
  r: Random,
  x: number,
  y: number,
  height: number,
  light: -1 | 1,
  tiers: number,
): Tree {
  const half = height * r.between(0.19, 0.25);
  let dark = `M${n(x - half * 0.09)} ${n(y)}h${n(half * 0.18)}v${n(-height * 0.2)}h${n(-half * 0.18)}z`;
  let shade = "";
  let lit = "";
  for (let i = tiers; i >= 1; i--) {
    const t = i / tiers;
    const w = half * t ** 0.9 * r.between(0.9, 1.1);
    const bottom = y - height * (0.06 + 0.9 * (1 - t));
    const top = bottom - (height / tiers) * 1.75;
    const teeth: Point[] = [];
    const count = 3 + Math.round(t * 4);
    for (let k = 0; k <= count * 2; k++) {
      const u = k / (count * 2);
      teeth.push([
        x + w - 2 * w * u,
        bottom +
          (k % 2 ? -1 : 1) * height * 0.012 * r.between(0.6, 1.4) -
          Math.sin(u * Math.PI) * -height * 0.012,
      ]);
    }
    dark += polygon([[x, top], ...teeth]);
    const snow = (side: -1 | 1, reach: number) => {
      const tip: Point = [x + side * w * r.between(0.9, 1.0), bottom - height * 0.004];
      return `M${n(x)} ${n(top)}Q${n(x + side * w * 0.38)} ${n(top + (bottom - top) * 0.55)} ${n(tip[0])} ${n(tip[1])}Q${n(x + side * w * 0.55)} ${n(bottom - height * 0.004)} ${n(x + side * w * 0.46 * reach)} ${n(bottom - height * 0.035)}Q${n(x + side * w * 0.16)} ${n(top + (bottom - top) * 0.72)} ${n(x - side * w * 0.06)} ${n(top + (bottom - top) * 0.42)}z`;
    };
    lit += snow(light, r.between(0.6, 1));
    shade += snow(-light as -1 | 1, r.between(1, 1.5));
  }
  return { dark, shade, lit };
}

/** The light and the colours that all trees of a picture share. */
export type SnowScene = {
  canvas: Canvas;
  palette: LandscapePalette;
  light: -1 | 1;
  ground: number;
  snow: string;
  shade: string;
};

/** A row of trees that share their colours, with long shadows on the snow. */
export function row(
  scene: SnowScene,
  part: string,
  t: number,
  xs: readonly number[],
  y: (x: number) => number,
  tall: number,
): void {
  const { canvas, palette, light, snow, shade } = scene;
  const r = canvas.random(part);
  const far = 1 - t;
  let dark = "";
  let pale = "";
  let lit = "";
  let shadow = "";
  for (const x of xs) {
    const height = tall * r.between(0.72, 1.22);
    const foot = y(x);
    const tree = snowPine(
      r,
      x,
      foot,
      height,
      light,
      Math.max(4, Math.min(8, Math.round(height / 42))),
    );
    dark += tree.dark;
    pale += tree.shade;
    lit += tree.lit;
    const reach = height * 0.85 * -light;
    shadow += polygon([
      [x - height * 0.1, foot - 1],
      [x + height * 0.1, foot - 1],
      [x + reach, foot + height * 0.26],
    ]);
  }
  if (t > 0.35) canvas.path(shadow, mix(shade, palette.near, 0.3), { "fill-opacity": 0.32 });
  const needles = mix(
    mix(palette.near, palette.extra[2] ?? palette.near, 0.12),
    palette.haze,
    far * 0.72,
  );
  canvas.path(
    dark,
    canvas.linear([
      [0, needles],
      [1, mix(needles, palette.haze, far * 0.35)],
    ]),
  );
  canvas.path(pale, mix(mix(shade, palette.near, 0.16), palette.haze, far * 0.6));
  canvas.path(lit, mix(snow, palette.haze, far * 0.5));
}
