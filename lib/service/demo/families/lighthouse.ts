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
import { blob, ellipsePath, type Point, polygon, smoothClosed } from "../draw/path";
import { drawRock } from "../draw/rock";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

type Scene = {
  canvas: Canvas;
  palette: LandscapePalette;
  /** -1 when the light comes from the left. */
  light: -1 | 1;
  horizon: number;
  /** Where the tower stands, and its height and half width at the foot. */
  x: number;
  y: number;
  tall: number;
  half: number;
};

/** The rock from the near edge of the picture out into the sea; `side` is the edge it grows from. */
function cliff(scene: Scene, side: -1 | 1, snow: boolean): void {
  const { canvas, palette, x, y, half } = scene;
  const { width, height } = canvas;
  const r = canvas.random("rock");
  const edge = side < 0 ? -20 : width + 20;
  const out = x - side * half * 5.2;
  const foot = height * 0.93;
  const top = brokenLine(r, [edge, y + half * 0.7], [x - side * half * 2.6, y], 0.02, 4);
  const fall = brokenLine(r, [x - side * half * 2.6, y], [out - side * half * 3, foot], 0.09, 5);
  const outline: Point[] = [
    ...top,
    ...fall,
    [out - side * half * 3, height + 20],
    [edge, height + 20],
  ];
  const rock = mix(palette.haze, palette.near, palette.isDark ? 0.82 : 0.72);
  const shape = polygon(outline);
  drawRock(canvas, r, {
    outline: shape,
    fromX: Math.min(edge, out - side * half * 3),
    toX: Math.max(edge, out - side * half * 3),
    top: () => y,
    bottom: height,
    colour: rock,
    deep: palette.near,
    lit: mix(palette.haze, palette.sun, 0.3),
    column: half * 1.5,
    contrast: palette.isDark ? 0.2 : 0.3,
  });
  canvas.group({ "clip-path": canvas.clip(shape) }, () => {
    const grass = snow
      ? "#f3f6f8"
      : mix(palette.extra[1] ?? palette.near, palette.near, palette.isDark ? 0.72 : 0.42);
    const turf: Point[] = [
      ...top,
      ...[...top]
        .reverse()
        .map(([px, py], i): Point => [px, py + half * (0.28 + 0.3 * Math.abs(Math.sin(i * 1.7)))]),
    ];
    canvas.path(polygon(turf), grass);
  });
  foam(scene, out - side * half * 3, foot, side);
}

function foam({ canvas, palette, half }: Scene, x: number, y: number, side: -1 | 1): void {
  const r = canvas.random("foam");
  let d = "";
  for (let i = 0; i < 26; i++) {
    d += lens(
      x - side * r.between(-1, 3) * half,
      y + r.between(-0.5, 1) * half,
      half * r.between(0.3, 1.1),
      r.between(2, 6),
    );
  }
  canvas.path(d, mix(palette.sun, "#ffffff", 0.5), { "fill-opacity": palette.isDark ? 0.4 : 0.75 });
}

/** The tower: bands, gallery, lantern and roof, with its shade on the side away from the light. */
function tower(scene: Scene, bands: number, colour: string): void {
  const { canvas, palette, light, x, y, tall, half } = scene;
  const white = palette.isDark
    ? mix(palette.sun, palette.sky[1], 0.22)
    : mix(palette.sun, "#ffffff", 0.4);
  const band = palette.isDark ? mix(colour, palette.sky[0], 0.18) : colour;
  const at = (t: number) => half * (1 - 0.36 * t);
  const bodyTop = y - tall * 0.8;
  const body = polygon([
    [x - at(0), y + 8],
    [x - at(1), bodyTop],
    [x + at(1), bodyTop],
    [x + at(0), y + 8],
  ]);
  canvas.path(body, white);
  canvas.group({ "clip-path": canvas.clip(body) }, () => {
    const step = (tall * 0.8) / bands;
    for (let i = 0; i < bands; i += 2) {
      const top = bodyTop + i * step;
      canvas.path(
        `M${x - half - 5} ${top}Q${x} ${top + half * 0.3} ${x + half + 5} ${top}V${top + step}Q${x} ${top + step + half * 0.3} ${x - half - 5} ${top + step}z`,
        band,
      );
    }
    canvas.path(
      body,
      canvas.linear(
        light > 0
          ? [
              [0, palette.near, 0.62],
              [0.5, palette.near, 0.2],
              [0.85, palette.near, 0],
            ]
          : [
              [0.15, palette.near, 0],
              [0.5, palette.near, 0.2],
              [1, palette.near, 0.62],
            ],
        "right",
      ),
    );
    for (const t of [0.2, 0.48, 0.74]) {
      const wy = y - tall * 0.8 * t;
      canvas.rect(
        x - half * 0.1,
        wy - half * 0.36,
        half * 0.2,
        half * 0.4,
        mix(palette.near, palette.accent, palette.isDark ? 0.6 : 0.1),
      );
    }
  });
  const iron = mix(palette.near, palette.sky[0], 0.2);
  const w = at(1);
  canvas.rect(x - w * 1.5, bodyTop - half * 0.14, w * 3, half * 0.2, iron);
  canvas.rect(x - w * 1.5, bodyTop - half * 0.46, w * 3, half * 0.07, iron);
  for (let i = 0; i <= 6; i++)
    canvas.rect(
      x - w * 1.46 + (w * 2.92 * i) / 6 - 1.5,
      bodyTop - half * 0.46,
      3,
      half * 0.4,
      iron,
    );
  const lamp = palette.isDark
    ? mix(palette.accent, "#fff8dc", 0.6)
    : mix(palette.sky[1], "#ffffff", 0.45);
  canvas.rect(x - w * 0.8, bodyTop - tall * 0.115, w * 1.6, tall * 0.115 - half * 0.1, lamp);
  for (const u of [-0.8, -0.28, 0.24, 0.72])
    canvas.rect(x + u * w, bodyTop - tall * 0.115, w * 0.08, tall * 0.1, iron);
  canvas.path(
    `M${x - w * 1.05} ${bodyTop - tall * 0.11}Q${x - w * 0.8} ${bodyTop - tall * 0.175} ${x} ${bodyTop - tall * 0.19}Q${x + w * 0.8} ${bodyTop - tall * 0.175} ${x + w * 1.05} ${bodyTop - tall * 0.11}z`,
    band,
  );
  canvas.rect(x - 2, bodyTop - tall * 0.225, 4, tall * 0.04, iron);
}

function house(
  { canvas, palette, light, y, half }: Scene,
  x: number,
  colour: string,
  snow: boolean,
): void {
  const w = half * 1.5;
  const h = half * 1.25;
  const wall = palette.isDark
    ? mix(palette.sun, palette.sky[1], 0.42)
    : mix(palette.sun, "#ffffff", 0.3);
  canvas.rect(x - w, y - h, w * 2, h + half * 0.5, wall);
  canvas.rect(
    light > 0 ? x - w : x + w * 0.2,
    y - h,
    w * 0.8,
    h + half * 0.5,
    mix(wall, palette.near, 0.25),
  );
  canvas.path(
    polygon([
      [x - w * 1.14, y - h + 3],
      [x - w * 0.72, y - h * 1.75],
      [x + w * 0.72, y - h * 1.75],
      [x + w * 1.14, y - h + 3],
    ]),
    snow ? "#f4f7f9" : mix(colour, palette.near, 0.2),
  );
  canvas.rect(x + w * 0.36, y - h * 2.05, w * 0.2, h * 0.5, mix(colour, palette.near, 0.5));
  const glass = palette.isDark
    ? mix(palette.accent, "#fff3c4", 0.4)
    : mix(palette.near, palette.sky[1], 0.3);
  for (const u of [-0.62, 0.3]) canvas.rect(x + u * w, y - h * 0.68, w * 0.3, h * 0.42, glass);
  canvas.rect(x - w * 0.12, y - h * 0.62, w * 0.26, h * 0.75, mix(colour, palette.near, 0.45));
}

/** Two wedges of light from the lamp. */
function beam({ canvas, palette, x, y, tall }: Scene): void {
  const lampY = y - tall * 0.86;
  const far = canvas.long * 0.95;
  const colour = mix(palette.accent, "#fffbe6", 0.7);
  for (const side of [-1, 1] as const) {
    const fill = canvas.linear(
      [
        [0, colour, 0.6],
        [0.25, colour, 0.26],
        [1, colour, 0],
      ],
      { x1: x, y1: lampY, x2: x + side * far, y2: lampY },
    );
    canvas.path(
      polygon([
        [x, lampY - 7],
        [x + side * far, lampY - far * 0.16],
        [x + side * far, lampY + far * 0.03],
        [x, lampY + 9],
      ]),
      fill,
    );
  }
  canvas.glow(x, lampY, tall * 0.3, colour, 0.9);
}

/** Breaking waves: rows of steep crests, foam on their tops, and spray where they meet the rock. */
function waves({ canvas, palette, horizon, half, x }: Scene, side: -1 | 1): void {
  const { width, height } = canvas;
  for (let i = 0; i < 5; i++) {
    const r = canvas.random(`wave${i}`);
    const t = (i + 0.4) / 5;
    const y = horizon + (height - horizon) * t ** 1.1;
    const size = canvas.short * 0.1 * (0.25 + t * 0.9);
    const crest: Point[] = [];
    const shift = r.between(0, 6);
    const rise = (px: number) =>
      (1 - Math.abs(Math.sin(px / (size * 2.1) + shift)) ** 1.2) *
      (0.7 + 0.5 * Math.sin(px / 230 + i * 2));
    for (let px = -40; px <= width + 40; px += 9) crest.push([px, y - size * rise(px)]);
    const colour = mix(
      mix(palette.sky[1], palette.extra[2] ?? palette.near, 0.5),
      palette.near,
      0.12 + 0.4 * t,
    );
    canvas.path(
      polygon([...crest, [width + 40, height + 20], [-40, height + 20]]),
      canvas.linear([
        [0, lighten(colour, 0.14)],
        [0.16, colour],
        [0.5, mix(colour, palette.near, 0.35)],
        [1, mix(colour, palette.near, 0.5)],
      ]),
    );
    const upper: Point[] = [];
    const lower: Point[] = [];
    let foamPath = "";
    for (const [px, py] of crest) {
      const k = rise(px);
      if (k > 0.3) {
        upper.push([px, py - 1]);
        lower.push([px + size * 0.1, py + size * (k - 0.3) * r.between(0.22, 0.62)]);
      } else if (upper.length > 2) {
        foamPath += polygon([...upper, ...lower.reverse()]);
        upper.length = 0;
        lower.length = 0;
      }
    }
    for (let k = 0; k < 14; k++) {
      foamPath += lens(
        r.next() * width,
        y + size * r.between(0.1, 0.9),
        size * r.between(0.2, 0.7),
        1.5 + 2.5 * t,
      );
    }
    canvas.path(foamPath, mix(palette.sun, "#ffffff", 0.4), { "fill-opacity": 0.3 + 0.45 * t });
  }
  const r = canvas.random("spray");
  const foot: Point = [x - side * half * 6.6, height * 0.88];
  for (const [count, spread, alpha] of [
    [26, 2.6, 0.3],
    [22, 1.7, 0.5],
  ] as const) {
    let d = "";
    for (let i = 0; i < count; i++) {
      const up = r.next();
      const radius = half * (0.75 - up * 0.55) * r.between(0.5, 1.1);
      d += blob(
        r,
        foot[0] + r.between(-1, 1) * half * spread * (0.5 + up),
        foot[1] - up * half * spread * 1.6,
        radius,
        radius,
        0.12,
        9,
      );
    }
    canvas.path(d, mix(palette.sun, "#ffffff", 0.4), { "fill-opacity": alpha });
  }
}

function islet(scene: Scene): void {
  const { canvas, palette, x, y, half } = scene;
  const r = canvas.random("islet");
  const foot = y + half * 2.9;
  const shape = polygon([
    ...brokenLine(r, [x - half * 7.5, foot], [x - half * 2.2, y], 0.07, 4),
    ...brokenLine(r, [x + half * 2.4, y + 2], [x + half * 8, foot], 0.07, 4),
  ]);
  const rock = mix(palette.haze, palette.near, 0.8);
  drawRock(canvas, r, {
    outline: shape,
    fromX: x - half * 7.5,
    toX: x + half * 8,
    top: () => y,
    bottom: foot,
    colour: rock,
    deep: palette.near,
    lit: mix(palette.haze, palette.sun, 0.3),
    column: half * 1.1,
    contrast: 0.3,
  });
  canvas.path(
    reflectionSmear(r, {
      x,
      y: foot + 8,
      width: half * 13,
      height: half * 3.4,
      lines: 14,
      jitter: 0.3,
    }),
    mix(rock, palette.near, 0.5),
    { "fill-opacity": 0.5 },
  );
  canvas.path(
    reflectionSmear(r, {
      x,
      y: foot + half,
      width: half * 2.4,
      height: half * 7,
      lines: 26,
      jitter: 0.6,
    }),
    mix(palette.sun, palette.sky[1], 0.3),
    { "fill-opacity": 0.4 },
  );
  let edge = "";
  for (let i = 0; i < 34; i++)
    edge += lens(
      x + r.between(-8.6, 8.8) * half,
      foot + r.between(-4, 10),
      half * r.between(0.4, 1.2),
      r.between(2, 5),
    );
  canvas.path(edge, mix(palette.sun, "#ffffff", 0.5), {
    "fill-opacity": palette.isDark ? 0.4 : 0.7,
  });
}

const COLOUR_WORDS: Record<string, string> = {
  "#c8402f": "Red and white",
  "#1f4e8c": "Blue and white",
  "#232b38": "Black and white",
  "#e9a03b": "Yellow and white",
};

function draw(canvas: Canvas, variant: Variant): Drawing {
  const palette = landscapePalette(variant.palette);
  const options = variant.options ?? {};
  const place = String(options.place ?? "cliff");
  const side = options.side === "left" ? -1 : 1;
  const { width, height, short } = canvas;
  const isTall = height > width;
  const horizon = height * (isTall ? 0.64 : 0.6);
  const snow = options.snow === true;
  const storm = options.storm === true;
  const colour = String(options.colour ?? "#c8402f");
  const tall = short * (isTall ? 0.78 : place === "islet" ? 0.58 : 0.56);
  const x = width * (place === "islet" ? (side < 0 ? 0.36 : 0.64) : side < 0 ? 0.32 : 0.68);
  const scene: Scene = {
    canvas,
    palette,
    light: -side as -1 | 1,
    horizon,
    x,
    y: place === "islet" ? horizon + short * 0.04 : height * (isTall ? 0.62 : 0.66),
    tall,
    half: tall * 0.088,
  };
  const sunX = width * (side < 0 ? 0.78 : 0.22);
  sky(canvas, palette, { horizonY: horizon });
  if (palette.hasStars) stars(canvas, palette, { untilY: horizon * 0.85, count: 160 });
  const disc = sun(canvas, palette, {
    x: sunX,
    y: horizon * Number(options.sunAt ?? 0.4),
    radius: short * Number(options.sunSize ?? 0.055),
    hidden: storm,
  });
  clouds(canvas, palette, {
    fromY: horizon * 0.2,
    toY: horizon * 0.62,
    count: storm ? 4 : 3,
    kind: options.clouds === "heaps" ? "heaps" : "streaks",
    size: storm ? 1.5 : 1,
  });
  water(canvas, palette, { from: horizon, ...(storm ? {} : { sunX }) });
  if (options.hills === true) {
    layers(canvas, palette, {
      from: horizon - short * 0.05,
      to: horizon - short * 0.02,
      count: 2,
      amplitude: short * 0.05,
      bottom: horizon + 1,
      depth: [0.05, 0.24],
      frequency: 2,
    });
  }
  mistBand(canvas, palette.haze, horizon - short * 0.05, horizon + short * 0.06, 0.45);
  if (storm) waves(scene, side);
  if (palette.isDark) beam(scene);
  if (place === "islet") islet(scene);
  else {
    tower(scene, 7, colour);
    house(scene, x + side * scene.half * 3.6, colour, snow);
    cliff(scene, side, snow);
  }
  if (place === "islet") tower(scene, 7, colour);
  if (options.boat === true)
    boat(scene, width * (side < 0 ? 0.74 : 0.24), horizon + (height - horizon) * 0.4, short * 0.12);
  if (!palette.hasStars)
    birds(canvas, palette, {
      x: x - side * tall * 0.62,
      y: scene.y - tall * 0.72,
      count: 5,
      size: short * 0.02,
      colour: palette.isDark
        ? mix(palette.sun, palette.sky[1], 0.4)
        : mix(palette.near, palette.sky[1], 0.3),
    });

  const where = storm
    ? "above breaking waves"
    : place === "islet"
      ? "on a rocky island"
      : snow
        ? "on a snowy cliff"
        : options.boat === true
          ? "and a sailing boat"
          : "on a cliff above the sea";
  return {
    name: title(
      COLOUR_WORDS[colour] ?? "White",
      "lighthouse",
      where,
      canvas.random("name").pick(palette.words),
    ),
    keywords: keywordsOf(
      palette,
      [
        "lighthouse",
        "sea",
        "ocean",
        "coast",
        "water",
        "tower",
        "rock",
        storm && "waves",
        snow && "snow",
        options.boat === true && "boat",
        palette.isDark && "light",
        "birds".slice(0, palette.hasStars ? 0 : 5),
        place === "islet" ? "island" : "cliff",
        place !== "islet" && "house",
      ],
      disc,
    ),
    grain: 6,
  };
}

function boat({ canvas, palette, light }: Scene, x: number, y: number, size: number): void {
  const hull = mix(palette.near, palette.accent, 0.2);
  canvas.path(
    smoothClosed([
      [x - size * 0.5, y - size * 0.08],
      [x + size * 0.52, y - size * 0.1],
      [x + size * 0.34, y + size * 0.06],
      [x - size * 0.36, y + size * 0.06],
    ]),
    hull,
  );
  canvas.path(
    polygon([
      [x - size * 0.02, y - size * 0.95],
      [x - size * 0.02, y - size * 0.14],
      [x - size * 0.44, y - size * 0.16],
    ]),
    mix(palette.sun, palette.near, light < 0 ? 0.02 : 0.14),
  );
  canvas.path(
    polygon([
      [x + size * 0.02, y - size * 0.9],
      [x + size * 0.02, y - size * 0.14],
      [x + size * 0.36, y - size * 0.16],
    ]),
    mix(palette.accent, palette.near, 0.1),
  );
  canvas.path(ellipsePath(x, y + size * 0.1, size * 0.5, size * 0.03), hull, {
    "fill-opacity": 0.4,
  });
}

export const lighthouse: Family = {
  slug: "lighthouse",
  host: "harbourlight.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    { aspect: "3:2", palette: "noon", options: { side: "right", clouds: "heaps", boat: true } },
    { aspect: "2:3", palette: "dusk", options: { side: "left", hills: true } },
    {
      aspect: "16:9",
      palette: "storm",
      options: { side: "right", storm: true, clouds: "heaps", colour: "#232b38" },
    },
    {
      aspect: "4:5",
      palette: "rose",
      options: { place: "islet", side: "right", colour: "#1f4e8c", sunAt: 0.72, sunSize: 0.09 },
    },
    { aspect: "3:2", palette: "night", options: { place: "islet", side: "left" } },
    { aspect: "1:1", palette: "snow", options: { side: "left", snow: true, hills: true } },
    {
      aspect: "3:2",
      palette: "sunset",
      options: { side: "left", colour: "#232b38", sunAt: 0.78, sunSize: 0.1 },
    },
  ],
  draw,
};
