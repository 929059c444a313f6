import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { cypress, roundTree } from "./field";
import { layers } from "./landscape";
import type { LandscapePalette } from "./palettes";
import { n } from "./path";
import { pine } from "./pines";
import { church, townhouse } from "./townhouse";

type Manner = "coloured" | "white" | "stone";

export type Options = {
  manner: Manner;
  foot: "sea" | "meadow" | "river";
  sunAt: number;
  peak: number;
  isHidden: boolean;
  hasSnow: boolean;
  isDomed: boolean;
};

export const MANNER: Record<
  Manner,
  { words: string; walls: readonly string[]; roofs: readonly string[]; keywords: readonly string[] }
> = {
  coloured: {
    words: "Coloured houses",
    walls: ["#f0c9a0", "#e79a7a", "#f2e2c4", "#a9c4c0", "#e8b25c", "#d9826e", "#c9d3b0", "#f3d8cc"],
    roofs: ["#b5553a", "#9c4a3c", "#c46a48", "#7d5058"],
    keywords: ["colourful", "colorful"],
  },
  white: {
    words: "White houses",
    walls: ["#fbf6ec", "#f3ebdd", "#fffaf0", "#efe6da", "#f6efe6"],
    roofs: ["#2f6fa8", "#3f86b8", "#2a5f94"],
    keywords: ["white", "island", "blue domes"],
  },
  stone: {
    words: "Stone houses",
    walls: ["#d9c09a", "#c9a981", "#e3cfae", "#bfa284", "#d4b48c"],
    roofs: ["#a5604a", "#8f5340", "#b57050", "#7a5548"],
    keywords: ["stone", "old"],
  },
};

/** Rows of houses along a hill, the highest first, so that each row hides the feet of the one above. */
export function town(
  canvas: Canvas,
  palette: LandscapePalette,
  options: Options,
  shore: number,
  sunX: number,
): number {
  const { width, height } = canvas;
  const { manner, peak, hasSnow, isDomed, foot } = options;
  const portrait = height > width;
  const top = height * (portrait ? 0.34 : 0.36);
  const centre = width * peak;
  const reach = width * (portrait ? 0.62 : width > height * 1.6 ? 0.4 : 0.5);
  const ground = mix(
    mix(
      hasSnow ? "#e6edf2" : manner === "white" ? "#b59a78" : "#6f8a55",
      palette.near,
      palette.isDark ? 0.5 : 0.16,
    ),
    palette.haze,
    hasSnow ? 0 : 0.14,
  );
  const hill = (x: number) =>
    top + (shore - top) * Math.min(1, Math.abs((x - centre) / reach) ** 1.55 * 1.02);
  let d = `M-10 ${n(shore + 8)}`;
  for (let x = -10; x <= width + 10; x += 10) d += `L${n(x)} ${n(hill(x) + 14)}`;
  canvas.path(
    `${d}L${n(width + 10)} ${n(foot === "meadow" ? height + 10 : shore + 8)}H-10z`,
    canvas.linear([
      [0, ground],
      [1, mix(ground, palette.near, 0.34)],
    ]),
  );
  const side = sunX < centre ? 1 : -1;
  const paint = (colour: string, depth: number) =>
    mix(
      mix(colour, palette.near, palette.isDark ? 0.5 : 0.05 + (1 - depth) * 0.04),
      palette.haze,
      0.3 * (1 - depth),
    );
  const unit = canvas.long * (portrait ? 0.058 : 0.042);
  const { walls, roofs } = MANNER[manner];
  church(canvas, {
    x: centre,
    y: top + unit * 0.5,
    size: unit * 5.2,
    wall: paint(walls[2] ?? "#f2e2c4", 0.4),
    roof: paint(roofs[0] ?? "#b5553a", 0.4),
    palette,
    side,
    isDomed,
    hasSnow,
  });
  const rows = portrait ? 9 : 8;
  let count = 0;
  for (let row = 0; row < rows; row += 1) {
    const t = (row + 0.6) / rows;
    const r = canvas.random(`houses/${row}`);
    const y = top + (shore - top) * t + unit * 0.3;
    const half = reach * t ** (1 / 1.55);
    const size = unit * (0.74 + 0.5 * t);
    for (let x = centre - half + size * 0.3; x < centre + half - size * 0.2; ) {
      const w = size * r.between(0.8, 1.25);
      x += w / 2;
      if (r.chance(0.1)) {
        greenery(canvas, palette, options, {
          x,
          y: y + size * 0.2,
          size: size * 1.7,
          depth: t,
          side,
        });
        x += w * 0.45;
        continue;
      }
      const form =
        manner === "white"
          ? r.pick(["flat", "flat", "dome", "flat", "ridge"] as const)
          : r.pick(["gable", "ridge", "gable", "ridge", "flat"] as const);
      const tone = manner === "white" && form === "ridge" ? "#d9835c" : r.pick(roofs);
      townhouse(canvas, {
        x,
        y: y + r.between(-0.1, 0.16) * size,
        width: w,
        height: size * r.between(0.95, 1.6),
        wall: paint(r.pick(walls), t),
        roof: paint(tone, t),
        form: manner !== "white" && form === "flat" ? "ridge" : form,
        palette,
        side,
        hasSnow,
        random: r,
      });
      count += 1;
      x += w / 2 + r.between(-0.14, 0.08) * size;
    }
    for (let k = 0; k < 3; k += 1) {
      const x = centre + r.between(-1, 1) * half;
      if (r.chance(0.6))
        greenery(canvas, palette, options, {
          x,
          y: y + size * 0.5,
          size: size * r.between(0.8, 1.5),
          depth: t,
          side,
        });
    }
  }
  if (foot === "meadow") slope(canvas, palette, options, shore, side, unit);
  return count;
}

function greenery(
  canvas: Canvas,
  palette: LandscapePalette,
  { manner, hasSnow }: Options,
  { x, y, size, depth, side }: { x: number; y: number; size: number; depth: number; side: 1 | -1 },
): void {
  const r = canvas.random(`green/${Math.round(x)}/${Math.round(y)}`);
  const colour = mix(
    mix(mix("#3f6b48", palette.near, 0.3), palette.haze, 0.28 * (1 - depth)),
    palette.near,
    palette.isDark ? 0.35 : 0,
  );
  if (hasSnow) canvas.path(pine(r, x, y, size * 1.4, size * 0.6), mix(colour, "#ffffff", 0.12));
  else if (manner === "stone" || r.chance(0.35))
    cypress(canvas, { x, y, size: size * 1.25, colour, lit: palette.sun, side });
  else roundTree(canvas, r, { x, y, size, colour, lit: palette.sun, side });
}

/** The near slope with trees, where there is no water. */
function slope(
  canvas: Canvas,
  palette: LandscapePalette,
  options: Options,
  shore: number,
  side: 1 | -1,
  unit: number,
): void {
  const { width } = canvas;
  layers(canvas, palette, {
    from: shore - unit * 0.3,
    to: shore + unit * 0.5,
    count: 2,
    amplitude: unit * 0.9,
    depth: [0.6, 0.86],
    part: "slope",
    mist: 0.12,
  });
  const r = canvas.random("slope");
  for (let i = 0; i < 13; i += 1) {
    const x = ((i + r.between(-0.3, 0.3)) / 12) * width;
    greenery(canvas, palette, options, {
      x,
      y: shore + unit * r.between(0, 0.9),
      size: unit * r.between(1.2, 2.4),
      depth: 1,
      side,
    });
  }
}
