import "server-only";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { cypress, roundTree } from "../draw/field";
import { birds, clouds, layers, reflectionSmear, sky, stars, sun, water } from "../draw/landscape";
import type { LandscapePalette, LandscapePaletteName } from "../draw/palettes";
import { ellipsePath, n } from "../draw/path";
import { pine } from "../draw/pines";
import { church, townhouse } from "../draw/townhouse";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Aspect, Drawing, Family } from "../family";

type Manner = "coloured" | "white" | "stone";
type Options = {
  manner: Manner;
  foot: "sea" | "meadow" | "river";
  sunAt: number;
  peak: number;
  isHidden: boolean;
  hasSnow: boolean;
  isDomed: boolean;
};

const MANNER: Record<
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

/** A small town climbing a hill to its church. */
export const hillTown: Family = {
  slug: "hill-town",
  host: "cityblocks.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    plan("4:5", "noon", {
      manner: "coloured",
      foot: "sea",
      sunAt: 0.24,
      peak: 0.58,
      isHidden: false,
      hasSnow: false,
      isDomed: false,
    }),
    plan("3:2", "night", {
      manner: "stone",
      foot: "meadow",
      sunAt: 0.2,
      peak: 0.56,
      isHidden: false,
      hasSnow: false,
      isDomed: false,
    }),
    plan("2:3", "tropic", {
      manner: "white",
      foot: "sea",
      sunAt: 0.26,
      peak: 0.62,
      isHidden: false,
      hasSnow: false,
      isDomed: true,
    }),
    plan("16:9", "violet", {
      manner: "coloured",
      foot: "sea",
      sunAt: 0.24,
      peak: 0.64,
      isHidden: false,
      hasSnow: false,
      isDomed: true,
    }),
    plan("3:2", "snow", {
      manner: "coloured",
      foot: "river",
      sunAt: 0.78,
      peak: 0.42,
      isHidden: true,
      hasSnow: true,
      isDomed: true,
    }),
    plan("1:1", "golden", {
      manner: "stone",
      foot: "meadow",
      sunAt: 0.2,
      peak: 0.56,
      isHidden: false,
      hasSnow: false,
      isDomed: false,
    }),
    plan("3:2", "rose", {
      manner: "white",
      foot: "sea",
      sunAt: 0.76,
      peak: 0.4,
      isHidden: false,
      hasSnow: false,
      isDomed: true,
    }),
  ],
  draw(canvas, variant): Drawing {
    const options = variant.options as Options;
    const palette = landscapePalette(variant.palette);
    const { width, height } = canvas;
    const shore = height * (options.foot === "meadow" ? 0.94 : 0.84);
    const sunX = width * options.sunAt;
    sky(canvas, palette, { horizonY: shore * 0.86 });
    if (palette.isDark)
      stars(canvas, palette, { untilY: shore * 0.7, count: palette.hasStars ? 240 : 60 });
    const disc = sun(canvas, palette, {
      x: sunX,
      y: height * 0.17,
      radius: canvas.short * 0.07,
      hidden: options.isHidden,
    });
    clouds(canvas, palette, {
      fromY: height * 0.1,
      toY: height * 0.45,
      count: 3,
      kind: palette.name === "noon" || palette.name === "tropic" ? "heaps" : "streaks",
    });
    layers(canvas, palette, {
      from: shore * 0.8,
      to: shore * 0.93,
      count: 3,
      amplitude: shore * 0.1,
      depth: [0.04, 0.3],
      part: "far",
      bottom: shore + 20,
    });
    birds(canvas, palette, {
      x: width * (options.sunAt < 0.5 ? 0.3 : 0.72),
      y: height * 0.34,
      count: 5,
      size: 13,
    });
    if (options.foot !== "meadow")
      water(canvas, palette, {
        from: shore,
        ripples: 70,
        glitter: 26,
        ...(disc === "none" ? {} : { sunX }),
        spread: 0.7,
      });
    const houses = town(canvas, palette, options, shore, sunX);
    if (options.foot !== "meadow") quay(canvas, palette, shore, options.hasSnow);
    if (options.hasSnow) flakes(canvas);
    const { words, keywords } = MANNER[options.manner];
    return {
      name: title(
        words,
        "on a hill",
        options.foot === "sea"
          ? "above the sea"
          : options.foot === "river"
            ? "by a river with snow on the roofs"
            : "around a church",
        palette.words[0],
      ),
      keywords: keywordsOf(
        palette,
        [
          "town",
          "village",
          "houses",
          "hill",
          "roofs",
          "church",
          "tower",
          ...keywords,
          options.foot === "sea" && "sea",
          options.foot === "sea" && "coast",
          options.foot === "river" && "river",
          options.foot !== "meadow" && "water",
          options.foot === "meadow" && "cypress",
          options.hasSnow && "snow",
          palette.isDark && "lights",
          palette.isDark && "windows",
          houses > 60 && "city",
        ],
        disc,
      ),
      grain: 6,
    };
  },
};

function plan(aspect: Aspect, palette: LandscapePaletteName, options: Options) {
  return { aspect, palette, options };
}

/** Rows of houses along a hill, the highest first, so that each row hides the feet of the one above. */
function town(
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

/** The quay with boats before it. */
function quay(canvas: Canvas, palette: LandscapePalette, shore: number, hasSnow: boolean): void {
  const { width, height, short } = canvas;
  const stone = mix(mix("#b9a68c", palette.near, palette.isDark ? 0.5 : 0.2), palette.haze, 0.15);
  canvas.rect(-5, shore - short * 0.006, width + 10, short * 0.024, stone);
  canvas.rect(
    -5,
    shore - short * 0.008,
    width + 10,
    short * 0.008,
    hasSnow ? "#ffffff" : lighten(stone, 0.08),
  );
  const r = canvas.random("boats");
  let lights = "";
  for (let i = 0; i < 12; i += 1) {
    const x = r.next() * width;
    lights += reflectionSmear(r, {
      x,
      y: shore + short * 0.03,
      width: short * 0.03,
      height: (height - shore) * 0.7,
      lines: 9,
    });
  }
  canvas.path(lights, palette.isDark ? palette.accent : mix(palette.sun, palette.haze, 0.3), {
    "fill-opacity": palette.isDark ? 0.55 : 0.4,
  });
  if (hasSnow) return;
  for (const t of [0.12, 0.3, 0.68, 0.9]) {
    const x = width * (t + r.between(-0.04, 0.04));
    const y = shore + (height - shore) * r.between(0.25, 0.62);
    const size = short * r.between(0.05, 0.075);
    const hull = mix(
      r.pick([palette.accent, "#f6efe2", palette.extra[0] ?? palette.accent, "#3f7f9a"]),
      palette.near,
      palette.isDark ? 0.5 : 0.1,
    );
    canvas.path(
      reflectionSmear(r, { x, y: y + 4, width: size * 1.8, height: size * 0.9, lines: 7 }),
      mix(hull, palette.near, 0.4),
      { "fill-opacity": 0.5 },
    );
    canvas.path(
      `M${n(x - size)} ${n(y - size * 0.36)}Q${n(x)} ${n(y - size * 0.14)} ${n(x + size * 1.05)} ${n(y - size * 0.4)}L${n(x + size * 0.7)} ${n(y + size * 0.1)}H${n(x - size * 0.74)}z`,
      hull,
    );
    canvas.stroke(
      `M${n(x)} ${n(y - size * 0.2)}V${n(y - size * 1.7)}`,
      mix(palette.near, palette.haze, 0.2),
      3,
    );
    if (t > 0.5)
      canvas.path(
        `M${n(x + 4)} ${n(y - size * 1.65)}L${n(x + size * 0.8)} ${n(y - size * 0.45)}H${n(x + 4)}z`,
        mix("#fff6e6", palette.near, palette.isDark ? 0.4 : 0.03),
      );
  }
}

function flakes(canvas: Canvas): void {
  const r = canvas.random("flakes");
  let d = "";
  for (let i = 0; i < 220; i += 1) {
    const size = r.between(1.4, 4.6);
    d += ellipsePath(r.next() * canvas.width, r.next() * canvas.height, size, size);
  }
  canvas.path(d, "#ffffff", { "fill-opacity": 0.85 });
}
