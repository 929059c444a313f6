import type { Canvas } from "../draw/canvas";
import { mix } from "../draw/colour";
import { eruption, smoke } from "../draw/eruption";
import {
  birds,
  clouds,
  layers,
  lens,
  mistBand,
  reflectionSmear,
  sky,
  stars,
  sun,
  water,
} from "../draw/landscape";
import { drawPalm } from "../draw/palm";
import { polygon, smoothClosed } from "../draw/path";
import { type Cone, mountain } from "../draw/volcano";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

function draw(canvas: Canvas, variant: Variant): Drawing {
  const palette = landscapePalette(variant.palette);
  const options = variant.options ?? {};
  const lava = options.erupting === true;
  const hasPalms = options.palms === true;
  const { width, height, short } = canvas;
  const isTall = height > width;
  const left = options.sun === "left";
  const light: -1 | 1 = left ? -1 : 1;
  const mirror = (u: number) => (left ? 1 - u : u) * width;
  const horizon = height * (isTall ? 0.62 : 0.6);
  const cone: Cone = {
    x: mirror(Number(options.at ?? 0.4)),
    top: horizon - short * Number(options.tall ?? 0.4),
    base: horizon + short * 0.008,
    half: short * (isTall ? 0.62 : 0.56),
    crater: short * 0.038,
  };
  sky(canvas, palette, { horizonY: horizon });
  if (palette.hasStars) stars(canvas, palette, { untilY: horizon * 0.8, count: 190 });
  const disc = sun(canvas, palette, {
    x: mirror(0.84),
    y: horizon * Number(options.sunAt ?? 0.36),
    radius: short * Number(options.sunSize ?? 0.055),
    hidden: options.hidden === true,
  });
  clouds(canvas, palette, {
    fromY: horizon * 0.2,
    toY: horizon * 0.66,
    count: 3,
    kind: options.clouds === "heaps" ? "heaps" : "streaks",
  });
  smoke(canvas, palette, cone, (left ? 1 : -1) as -1 | 1, lava ? 1 : 0.55);
  layers(canvas, palette, {
    from: horizon - short * 0.02,
    to: horizon - short * 0.01,
    count: 1,
    amplitude: short * 0.05,
    depth: [0.12, 0.2],
    bottom: horizon + 2,
  });
  if (lava) eruption(canvas, cone);
  mountain(canvas, palette, cone, light, lava);
  water(canvas, palette, { from: horizon, sunX: mirror(0.84), ripples: 120 });
  const r = canvas.random("mirror");
  canvas.path(
    reflectionSmear(r, {
      x: cone.x,
      y: horizon + 3,
      width: cone.half * 1.7,
      height: (height - horizon) * 0.62,
      lines: 19,
      jitter: 0.45,
    }),
    mix(palette.haze, palette.near, 0.72),
    { "fill-opacity": 0.42 },
  );
  if (lava)
    canvas.path(
      reflectionSmear(r, {
        x: cone.x,
        y: horizon + short * 0.03,
        width: short * 0.1,
        height: (height - horizon) * 0.7,
        lines: 24,
        jitter: 1.2,
      }),
      "#ff8a4a",
      { "fill-opacity": 0.75 },
    );
  mistBand(canvas, palette.haze, horizon - short * 0.05, horizon + short * 0.05, 0.5);
  let beach = "";
  for (let i = 0; i < 26; i++)
    beach += lens(
      cone.x + r.between(-1, 1) * cone.half,
      horizon + r.between(1, 7),
      r.between(14, 70),
      2.2,
    );
  canvas.path(beach, palette.sun, { "fill-opacity": 0.45 });
  if (options.boat === true) {
    const x = mirror(0.66);
    const y = horizon + (height - horizon) * 0.42;
    const s = short * 0.17;
    canvas.path(
      reflectionSmear(r, { x, y: y + 4, width: s, height: s * 0.8, lines: 10, jitter: 0.5 }),
      palette.near,
      { "fill-opacity": 0.45 },
    );
    canvas.path(
      smoothClosed([
        [x - s * 0.62, y - s * 0.12],
        [x, y - s * 0.05],
        [x + s * 0.62, y - s * 0.14],
        [x + s * 0.36, y + s * 0.07],
        [x - s * 0.36, y + s * 0.07],
      ]),
      palette.near,
    );
    canvas.rect(x - 2.5, y - s * 0.95, 5, s * 0.9, palette.near);
    canvas.path(
      smoothClosed([
        [x + s * 0.03, y - s * 0.95],
        [x + s * 0.5, y - s * 0.62],
        [x + s * 0.46, y - s * 0.2],
        [x + s * 0.03, y - s * 0.13],
        [x + s * 0.14, y - s * 0.5],
      ]),
      palette.isDark ? mix(palette.accent, palette.sky[1], 0.2) : palette.accent,
    );
    canvas.path(
      polygon([
        [x - s * 0.04, y - s * 0.88],
        [x - s * 0.04, y - s * 0.14],
        [x - s * 0.4, y - s * 0.16],
      ]),
      mix(palette.sun, palette.sky[1], 0.15),
    );
  }
  if (hasPalms) {
    const dark = mix(palette.near, palette.sky[0], 0.06);
    const leaf = mix(dark, palette.extra[1] ?? dark, palette.isDark ? 0.06 : 0.16);
    const shore = smoothClosed([
      [mirror(-0.08), height * 0.86],
      [mirror(0.12), height * 0.88],
      [mirror(0.3), height * 0.945],
      [mirror(0.42), height * 1.02],
      [mirror(0.2), height * 1.1],
      [mirror(-0.1), height * 1.1],
    ]);
    const size = short * (isTall ? 0.62 : 0.6);
    for (const [u, v, k] of [
      [0.13, 0.56, 0.6],
      [0.07, 0.32, 1],
      [0.19, 0.44, 0.8],
    ] as const) {
      drawPalm(canvas, canvas.random(`palm${u}`), {
        foot: [mirror(u - 0.05), height * 0.93],
        head: [mirror(u + 0.05 * k), height * v],
        size: size * k,
        colour: dark,
        leaf,
      });
    }
    canvas.path(shore, dark);
  } else
    birds(canvas, palette, { x: mirror(0.7), y: horizon * 0.55, count: 5, size: short * 0.02 });
  const word = canvas.random("name");
  return {
    name: title(
      lava
        ? word.pick(["Erupting volcano on an island", "Volcano island with flowing lava"])
        : "Smoking volcano on an island",
      hasPalms ? "behind palm trees" : options.boat === true && "and a fishing boat",
      word.pick(palette.words),
    ),
    keywords: keywordsOf(
      palette,
      [
        "volcano",
        "island",
        "sea",
        "water",
        "mountain",
        "smoke",
        lava && "lava",
        lava && "eruption",
        lava && "fire",
        hasPalms && "palm",
        hasPalms && "trees",
        options.boat === true && "boat",
        "coast",
      ],
      disc,
    ),
    grain: 6,
  };
}

export const volcanoIsland: Family = {
  slug: "volcano-island",
  host: "harbourlight.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    {
      aspect: "3:2",
      palette: "sunset",
      options: { erupting: true, palms: true, sun: "right", sunAt: 0.72, sunSize: 0.075, at: 0.5 },
    },
    {
      aspect: "16:9",
      palette: "tropic",
      options: { erupting: false, palms: true, sun: "left", clouds: "heaps", at: 0.52 },
    },
    {
      aspect: "4:5",
      palette: "night",
      options: { erupting: true, boat: true, sun: "right", tall: 0.5 },
    },
    {
      aspect: "3:2",
      palette: "mint",
      options: { erupting: false, boat: true, sun: "right", hidden: true, tall: 0.36 },
    },
    {
      aspect: "1:1",
      palette: "violet",
      options: { erupting: true, palms: true, sun: "left", at: 0.52 },
    },
  ],
  draw,
};
