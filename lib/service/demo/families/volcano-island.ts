import "server-only";
import { brokenLine } from "../draw/alps";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
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
import type { LandscapePalette } from "../draw/palettes";
import { drawPalm } from "../draw/palm";
import { blob, n, type Point, polygon, smoothClosed, smoothOpen } from "../draw/path";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

type Cone = { x: number; top: number; base: number; half: number; crater: number };

/** One flank from the rim to the foot: steep above, flat below. */
function flank(canvas: Canvas, part: string, cone: Cone, side: -1 | 1): Point[] {
  const r = canvas.random(part);
  const points: Point[] = [];
  for (let i = 0; i <= 26; i++) {
    const u = i / 26;
    const x = cone.x + side * (cone.crater + (cone.half - cone.crater) * u ** 1.25);
    const y = cone.top + (cone.base - cone.top) * (1 - (1 - u) ** 1.75);
    points.push([x + r.between(-3, 3), y + r.between(-3, 3) * (1 - u)]);
  }
  return points;
}

/** The smoke: growing, fading puffs that drift away from the rim. */
function smoke(
  canvas: Canvas,
  palette: LandscapePalette,
  cone: Cone,
  drift: -1 | 1,
  power: number,
): void {
  const r = canvas.random("smoke");
  const dark = mix(palette.sky[0], palette.near, 0.35);
  const glow = mix(palette.accent, "#ff6a3a", 0.6);
  const count = 24;
  for (let i = count - 1; i >= 0; i--) {
    const u = i / count;
    const radius = cone.crater * (0.75 + 3.6 * u * power);
    const x = cone.x + drift * u ** 1.5 * cone.half * 1.0 * power + r.between(-0.3, 0.3) * radius;
    const y = cone.top - cone.crater * 0.2 - u ** 0.85 * cone.top * 0.92;
    const colour = mix(
      mix(glow, dark, Math.min(1, 0.25 + u * 1.6)),
      palette.sky[1],
      0.12 + u * 0.38,
    );
    const shape = blob(r, x, y, radius, radius * 0.82, 0.09, 12);
    canvas.path(
      shape,
      canvas.linear([
        [0, lighten(colour, 0.07)],
        [0.7, colour],
        [1, mix(colour, glow, 0.28 * (1 - u))],
      ]),
      { "fill-opacity": (0.85 - u * 0.55).toFixed(2) },
    );
  }
}

function eruption(canvas: Canvas, cone: Cone): void {
  const r = canvas.random("fire");
  canvas.glow(cone.x, cone.top - cone.crater, cone.crater * 7, "#ff7a3c", 0.75);
  let sparks = "";
  let arcs = "";
  for (let i = 0; i < 34; i++) {
    const angle = -Math.PI / 2 + r.between(-0.75, 0.75);
    const far = cone.crater * r.between(0.8, 5.2);
    const x = cone.x + Math.cos(angle) * far;
    const y = cone.top + Math.sin(angle) * far;
    const size = r.between(1.5, 5);
    sparks += `M${n(x - size)} ${n(y)}a${n(size)} ${n(size)} 0 1 1 ${n(size * 2)} 0a${n(size)} ${n(size)} 0 1 1 ${n(-size * 2)} 0z`;
    if (i % 3 === 0)
      arcs += `M${n(cone.x + Math.cos(angle) * cone.crater * 0.4)} ${n(cone.top)}Q${n(cone.x + Math.cos(angle) * far * 0.8)} ${n(cone.top - far * 1.1)} ${n(cone.x + Math.cos(angle) * far * 1.9)} ${n(y + far * 0.1)}`;
  }
  canvas.stroke(arcs, "#ff9a4a", 2.4, { "stroke-opacity": 0.6 });
  const fountain = smoothClosed([
    [cone.x - cone.crater * 0.75, cone.top + 8],
    [cone.x - cone.crater * 0.42, cone.top - cone.crater * 1.3],
    [cone.x, cone.top - cone.crater * 2.5],
    [cone.x + cone.crater * 0.42, cone.top - cone.crater * 1.2],
    [cone.x + cone.crater * 0.75, cone.top + 8],
  ]);
  canvas.path(
    fountain,
    canvas.linear([
      [0, "#ff7a3c", 0.3],
      [0.5, "#ffb04a"],
      [1, "#fff0b8"],
    ]),
  );
  canvas.path(sparks, "#ffd27a");
}

function mountain(
  canvas: Canvas,
  palette: LandscapePalette,
  cone: Cone,
  light: -1 | 1,
  lava: boolean,
): void {
  const r = canvas.random("cone");
  const west = flank(canvas, "west", cone, -1);
  const east = flank(canvas, "east", cone, 1);
  const rim: Point[] = [
    [cone.x - cone.crater * 0.5, cone.top + 9],
    [cone.x + cone.crater * 0.1, cone.top + 4],
    [cone.x + cone.crater * 0.6, cone.top + 11],
  ];
  const outline = polygon([
    ...west.slice().reverse(),
    ...rim,
    ...east,
    [cone.x + cone.half, cone.base + 4],
    [cone.x - cone.half, cone.base + 4],
  ]);
  const rock = mix(palette.haze, palette.near, 0.68);
  const lit = mix(mix(palette.haze, palette.sun, 0.35), rock, 0.35);
  canvas.path(
    outline,
    canvas.linear([
      [0, rock],
      [0.6, mix(rock, palette.haze, 0.12)],
      [1, mix(rock, palette.haze, 0.42)],
    ]),
  );
  canvas.group({ "clip-path": canvas.clip(outline) }, () => {
    const spine = brokenLine(
      r,
      [cone.x - light * cone.crater * 0.1, cone.top - 10],
      [cone.x - light * cone.half * 0.16, cone.base + 10],
      0.06,
      5,
    );
    canvas.path(
      polygon([
        ...spine,
        [cone.x + light * cone.half, cone.base + 10],
        [cone.x + light * cone.half, cone.top - 10],
      ]),
      canvas.linear(
        [
          [0, lit],
          [0.6, mix(lit, rock, 0.35)],
          [1, mix(rock, palette.haze, 0.45)],
        ],
        { x1: 0, y1: cone.top, x2: 0, y2: cone.base },
      ),
    );
    let gully = "";
    let bright = "";
    for (let i = 0; i < 15; i++) {
      const u = -1 + (2 * (i + r.next())) / 15;
      const from: Point = [cone.x + u * cone.crater * 1.2, cone.top + r.between(5, 60)];
      const to: Point = [
        cone.x + u * cone.half * 0.92,
        cone.top + (cone.base - cone.top) * r.between(0.55, 1),
      ];
      const back: Point = [to[0] + cone.half * 0.05, to[1] - 6];
      const d = polygon([
        ...brokenLine(r, from, to, 0.045, 4),
        ...brokenLine(r, back, from, 0.045, 4),
      ]);
      if (u * light > 0.1 && i % 2) bright += d;
      else gully += d;
    }
    canvas.path(gully, palette.near, { "fill-opacity": 0.3 });
    canvas.path(bright, mix(palette.sun, palette.haze, 0.4), { "fill-opacity": 0.24 });
    if (lava) {
      for (const [u, reach, w] of [
        [-0.35, 0.62, 1],
        [0.12, 0.82, 1.2],
        [0.42, 0.46, 0.8],
      ] as const) {
        const line: Point[] = [];
        for (let k = 0; k <= 7; k++) {
          const t = (k / 7) * reach;
          line.push([
            cone.x +
              u * cone.crater +
              u * cone.half * 0.62 * t +
              r.between(-1, 1) * cone.crater * 0.22,
            cone.top + 4 + (cone.base - cone.top) * t,
          ]);
        }
        const d = smoothOpen(line);
        canvas.stroke(d, "#e2452a", cone.crater * 0.26 * w, { "stroke-opacity": 0.5 });
        canvas.stroke(d, "#ff8a3c", cone.crater * 0.14 * w);
        canvas.stroke(d, "#ffe08a", cone.crater * 0.05 * w);
      }
    }
    const wood = mix(mix(palette.near, palette.extra[1] ?? palette.near, 0.3), palette.haze, 0.22);
    let trees = "";
    for (let i = 0; i < 70; i++) {
      const x = cone.x + r.between(-1, 1) * cone.half;
      const size = cone.half * r.between(0.02, 0.045);
      trees += blob(
        r,
        x,
        cone.base - size * 0.4 - r.next() ** 2 * cone.half * 0.07,
        size,
        size * 0.8,
        0.15,
        8,
      );
    }
    canvas.path(trees, wood);
  });
}

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
