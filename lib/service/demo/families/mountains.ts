import "server-only";
import { drawPeak } from "../draw/alps";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import {
  birds,
  clouds,
  type Disc,
  layerColour,
  layers,
  lens,
  mistBand,
  pineRow,
  reflectionSmear,
  sky,
  stars,
  sun,
} from "../draw/landscape";
import type { LandscapePalette } from "../draw/palettes";
import { n, type Point, polygon, ridge, smoothClosed } from "../draw/path";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

type Scene = {
  canvas: Canvas;
  palette: LandscapePalette;
  kind: string;
  sunX: number;
  light: -1 | 1;
  horizon: number;
};

/** The range of peaks: one great summit and lesser ones beside and behind it. */
function range({ canvas, palette, light, horizon }: Scene, great: number, snow: number): void {
  const { width, height } = canvas;
  const r = canvas.random("range");
  const back = mix(palette.haze, palette.near, 0.24);
  const lit = mix(palette.haze, palette.sun, 0.5);
  const tallest = horizon * 0.74;
  const spread = Math.max(width, height * 0.95);
  const far = [-0.02, 0.17, 0.36, 0.55, 0.77, 1.02].map((u) => u * width + r.between(-30, 30));
  for (const x of r.shuffle(far)) {
    const tall = tallest * r.between(0.4, 0.62);
    drawPeak(canvas, r, {
      x,
      top: horizon - tall,
      base: horizon + 20,
      left: spread * r.between(0.15, 0.24),
      right: spread * r.between(0.15, 0.24),
      rock: back,
      haze: palette.haze,
      lit: mix(back, lit, 0.55),
      light,
      snow: snow * 0.8,
      snowLit: mix(palette.sun, palette.haze, 0.35),
      snowShade: mix(back, palette.haze, 0.6),
    });
  }
  const rock = mix(palette.haze, palette.near, 0.5);
  const peaks = [
    { x: great + light * spread * -0.27, tall: 0.6, wide: 0.2 },
    { x: great + light * spread * 0.25, tall: 0.68, wide: 0.2 },
    { x: great, tall: 1, wide: 0.29 },
  ];
  for (const { x, tall, wide } of peaks) {
    drawPeak(canvas, r, {
      x,
      top: horizon - tallest * tall,
      base: horizon + 30,
      left: spread * wide * r.between(0.85, 1.15),
      right: spread * wide * r.between(0.85, 1.15),
      rock,
      haze: palette.haze,
      lit: mix(rock, lit, 0.62),
      light,
      snow,
      snowLit: palette.isDark
        ? mix(palette.sun, palette.sky[2], 0.3)
        : mix(palette.sun, "#ffffff", 0.3),
      snowShade: mix(mix(palette.haze, palette.sky[0], 0.45), palette.near, 0.12),
      mist: 0.85,
    });
  }
}

/** A lake with the mirrored range, and its near shore with pines on the dark side. */
function lake(scene: Scene, great: number, snow: number): void {
  const { canvas, palette, sunX, horizon } = scene;
  const { width, height } = canvas;
  const r = canvas.random("lake");
  const [, middle, low] = palette.sky;
  const water = canvas.linear([
    [0, mix(low, palette.haze, 0.5)],
    [0.35, mix(mix(low, middle, 0.6), palette.near, 0.1)],
    [1, mix(mix(middle, palette.sky[0], 0.7), palette.near, 0.4)],
  ]);
  canvas.rect(-5, horizon, width + 10, height - horizon + 5, water);
  const tall = (height - horizon) * 0.86;
  canvas.group(
    {
      transform: `translate(0 ${n(horizon * 1.85)}) scale(1 -0.85)`,
      opacity: palette.isDark ? 0.4 : 0.5,
      "clip-path": canvas.clip(
        polygon([
          [-9, 0],
          [width + 9, 0],
          [width + 9, horizon],
          [-9, horizon],
        ]),
      ),
    },
    () => range(scene, great, snow),
  );
  let dark = "";
  let light = "";
  for (let i = 0; i < 130; i++) {
    const t = r.next();
    const y = horizon + 8 + t ** 1.3 * (height - horizon);
    const d = lens(
      r.next() * width,
      y,
      canvas.long * r.between(0.02, 0.075) * (0.3 + t),
      1 + 3.2 * t,
    );
    if (i % 2) dark += d;
    else light += d;
  }
  canvas.path(dark, mix(middle, palette.near, 0.4), { "fill-opacity": 0.24 });
  canvas.path(light, mix(low, palette.sun, 0.3), { "fill-opacity": 0.3 });
  canvas.path(
    reflectionSmear(r, { x: sunX, y: horizon + 6, width: 120, height: tall, lines: 26 }),
    palette.sun,
    { "fill-opacity": 0.6 },
  );
  const shore = pineRow(r, {
    from: -20,
    to: width + 20,
    at: () => horizon + 4,
    height: (x) => 34 + 26 * Math.sin(x / 90) * Math.cos(x / 37),
    spacing: 13,
  });
  canvas.path(shore, mix(palette.haze, palette.near, 0.72));
  canvas.rect(-5, horizon + 1, width + 10, 6, mix(palette.haze, palette.near, 0.62));
  mistBand(canvas, palette.haze, horizon - 40, horizon + 46, 0.5);
}

/** A river that winds from the valley to the viewer. */
function river({ canvas, palette, horizon }: Scene, fromX: number): void {
  const { width, height } = canvas;
  const left: Point[] = [];
  const right: Point[] = [];
  for (let i = 0; i <= 10; i++) {
    const t = i / 10;
    const y = horizon + 26 + (height + 30 - horizon - 26) * t ** 1.7;
    const x = fromX + Math.sin(t * 6.6) * width * 0.16 * (0.15 + t) - width * 0.1 * t;
    const half = 4 + width * 0.11 * t ** 1.8;
    left.push([x - half, y]);
    right.push([x + half, y]);
  }
  const fill = canvas.linear([
    [0, mix(palette.sky[2], palette.sun, 0.5)],
    [0.5, palette.sky[1]],
    [1, mix(palette.sky[0], palette.near, 0.3)],
  ]);
  canvas.path(smoothClosed([...left, ...right.reverse()]), fill);
}

function meadow({ canvas, palette, horizon }: Scene): void {
  const { width, height } = canvas;
  const green = mix(mix(palette.haze, palette.near, 0.55), palette.extra[1] ?? palette.near, 0.5);
  const { d } = ridge({
    width,
    height,
    y: horizon + 14,
    amplitude: 14,
    frequency: 3,
    seed: `${canvas.id}/meadow`,
  });
  const fill = canvas.linear([
    [0, mix(green, palette.haze, 0.55)],
    [0.4, green],
    [1, mix(green, palette.near, 0.72)],
  ]);
  canvas.path(d, fill);
  const r = canvas.random("woods");
  for (const [i, down] of [0.02, 0.06, 0.13].entries()) {
    const trees = pineRow(r, {
      from: -20,
      to: width + 20,
      at: () => horizon + 14 + down * height,
      height: (x) =>
        canvas.short * (0.02 + 0.018 * i) * (0.3 + 1.3 * Math.sin(x / (120 + i * 60) + i * 2)),
      spacing: 12 + 6 * i,
    });
    canvas.path(trees, mix(green, palette.near, 0.16 + 0.16 * i));
  }
}

/** A cabin or a tent with a light in it; its foot at (x, y). */
function shelter(scene: Scene, what: string, x: number, y: number, size: number): void {
  const { canvas, palette } = scene;
  const lamp = palette.isDark ? palette.accent : mix(palette.accent, palette.near, 0.15);
  if (palette.isDark) canvas.glow(x, y - size * 0.3, size * 2.4, palette.accent, 0.5);
  if (what === "tent") {
    const side = polygon([
      [x - size, y],
      [x - size * 0.1, y - size * 0.95],
      [x + size, y],
    ]);
    canvas.path(side, lamp);
    canvas.path(
      polygon([
        [x - size * 0.1, y - size * 0.95],
        [x + size, y],
        [x + size * 0.28, y],
      ]),
      mix(lamp, palette.near, 0.42),
    );
    canvas.path(
      polygon([
        [x - size * 0.1, y - size * 0.95],
        [x + size * 0.28, y],
        [x - size * 0.2, y],
      ]),
      mix(lamp, palette.sun, 0.65),
    );
    return;
  }
  const wall = mix(palette.near, palette.accent, 0.22);
  canvas.path(
    polygon([
      [x - size, y],
      [x - size, y - size * 0.55],
      [x + size * 0.9, y - size * 0.55],
      [x + size * 0.9, y],
    ]),
    wall,
  );
  canvas.path(
    polygon([
      [x + size * 0.3, y],
      [x + size * 0.3, y - size * 0.55],
      [x + size * 0.9, y - size * 1.12],
      [x + size * 1.5, y - size * 0.55],
      [x + size * 1.5, y],
    ]),
    lighten(wall, 0.05),
  );
  const roof = palette.name === "snow" ? "#f4f6f7" : mix(palette.near, palette.accent, 0.5);
  canvas.path(
    polygon([
      [x - size * 1.15, y - size * 0.5],
      [x - size * 0.62, y - size * 1.16],
      [x + size * 0.92, y - size * 1.16],
      [x + size * 0.3, y - size * 0.5],
    ]),
    roof,
  );
  canvas.path(
    polygon([
      [x + size * 0.86, y - size * 1.2],
      [x + size * 0.98, y - size * 1.2],
      [x + size * 1.68, y - size * 0.5],
      [x + size * 1.5, y - size * 0.46],
    ]),
    mix(roof, palette.near, 0.35),
  );
  const glass = palette.isDark
    ? mix(palette.accent, "#fff6d8", 0.45)
    : mix(palette.accent, "#fff2c8", 0.55);
  for (const [wx, w] of [
    [-0.72, 0.3],
    [-0.12, 0.3],
    [0.76, 0.3],
  ] as const) {
    canvas.rect(x + wx * size, y - size * 0.42, w * size, size * 0.26, glass);
  }
}

const NAMES: Record<string, readonly string[]> = {
  range: ["Snowy mountain peaks behind a dark pine forest", "Jagged peaks above a misty valley"],
  lake: ["Mountain reflected in a still lake", "Alpine lake below a snow-covered peak"],
  river: [
    "River winding through a mountain valley",
    "Mountain stream running through a wide valley",
  ],
  hills: ["Blue mountain ridges fading into the mist", "Misty hills, ridge behind ridge"],
};

function nameOf(
  palette: LandscapePalette,
  kind: string,
  what: string,
  facts: { disc: Disc },
  r: number,
): string {
  const light = palette.words[r % palette.words.length];
  const words = NAMES[kind] ?? [];
  const subject = words[r % words.length] ?? "Mountains";
  if (what === "cabin")
    return title("Log cabin", kind === "lake" ? "by an alpine lake" : "below snowy peaks", light);
  if (what === "tent")
    return title("Tent", kind === "lake" ? "by a mountain lake" : "in a mountain valley", light);
  return title(subject, facts.disc === "moon" && kind === "lake" ? "in moonlight" : light);
}

function draw(canvas: Canvas, variant: Variant): Drawing {
  const palette = landscapePalette(variant.palette);
  const options = variant.options ?? {};
  const kind = String(options.kind ?? "range");
  const what = String(options.with ?? "");
  const { width, height } = canvas;
  const isTall = height > width;
  const left = options.sun === "left";
  const sunX = width * (left ? 0.26 : 0.74);
  const horizon = height * (kind === "lake" ? 0.6 : kind === "river" ? 0.56 : 0.62);
  const scene: Scene = { canvas, palette, kind, sunX, light: left ? -1 : 1, horizon };
  const great = width * (left ? 0.64 : 0.37);
  const snow = Number(options.snow ?? 0.75);
  const r = canvas.random("scene");

  sky(canvas, palette, { horizonY: horizon });
  if (palette.hasStars) stars(canvas, palette, { untilY: horizon * 0.8 });
  const disc = sun(canvas, palette, {
    x: sunX,
    y: horizon * (isTall ? 0.24 : 0.27) * r.between(0.85, 1.1),
    radius: canvas.short * r.between(0.045, 0.062),
    hidden: options.hidden === true,
  });
  clouds(canvas, palette, { fromY: horizon * 0.14, toY: horizon * 0.5, count: 3, kind: "streaks" });

  if (kind === "hills") {
    layers(canvas, palette, {
      from: height * 0.4,
      to: height * 0.92,
      count: 7,
      amplitude: height * 0.15,
      shape: "alpine",
      frequency: 2.4,
      depth: [0.02, 0.98],
      mist: 0.75,
      after: ({ at, colour }, _t, i) => {
        if (i < 4) return;
        const size = (i - 3) * canvas.short * 0.026;
        const row = pineRow(canvas.random(`pines${i}`), {
          from: -20,
          to: width + 20,
          at: (x) => at(x) + 4,
          height: size,
          spacing: size * 0.24,
        });
        canvas.path(row, colour);
      },
    });
    birds(canvas, palette, { x: width * (left ? 0.6 : 0.4), y: height * 0.24, count: 5, size: 18 });
  } else {
    range(scene, great, snow);
    if (kind === "range") meadow(scene);
    mistBand(canvas, palette.haze, horizon - height * 0.14, horizon + height * 0.05, 0.75);
    if (kind === "lake") lake(scene, great, snow);
    if (kind === "river") {
      meadow(scene);
      river(scene, width * 0.5);
    }
    foreground(scene, what);
  }
  const facts = { disc };
  return {
    name: nameOf(palette, kind, what, facts, canvas.random("name").integer(0, 5)),
    keywords: keywordsOf(
      palette,
      [
        "mountain",
        "mountains",
        kind === "hills" ? "hills" : "peak",
        "nature",
        "landscape",
        "alps",
        kind !== "hills" && snow > 0 && "snow",
        kind === "lake" && "lake",
        kind === "lake" && "water",
        kind === "lake" && "reflection",
        kind === "river" && "river",
        kind === "river" && "valley",
        "trees",
        "forest",
        "pine",
        what,
        what === "cabin" && "house",
        what === "tent" && "camping",
        kind === "hills" && "mist",
        kind === "hills" && "fog",
        kind === "hills" && "birds",
      ],
      disc,
    ),
    grain: 6,
  };
}

/** Slopes with pines in front, the larger one opposite the light. */
function foreground(scene: Scene, what: string): void {
  const { canvas, palette, light, kind, horizon } = scene;
  const { width, height } = canvas;
  const r = canvas.random("front");
  const dark = -light;
  const edge = dark < 0 ? 0 : width;
  const into = (u: number) => edge - dark * u * width;
  const row = (depth: number, reach: number, low: number, tall: number, t: number) => {
    const colour = layerColour(palette, t);
    const ground = (x: number) => {
      const u = Math.abs(x - edge) / width;
      return low * height + Math.max(0, u / reach) ** 1.6 * depth * height + Math.sin(x / 60) * 5;
    };
    const points: Point[] = [];
    for (let i = 0; i <= 40; i++) {
      const x = into((i / 40) * 1.05);
      points.push([x, Math.min(height + 40, ground(x))]);
    }
    const d = polygon([
      [edge + dark * 20, height + 40],
      [edge + dark * 20, ground(edge)],
      ...points,
      [into(1.05), height + 40],
    ]);
    const trees = pineRow(r, {
      from: -30,
      to: width + 30,
      at: (x) => ground(x) + tall * canvas.short * 0.07,
      height: (x) => {
        const u = Math.abs(x - edge) / width;
        return u > reach * 1.25 ? 0 : tall * canvas.short * (1.05 - (u / reach) * 0.55);
      },
      spacing: tall * canvas.short * 0.2,
      slim: 0.36,
    });
    canvas.path(trees, colour);
    canvas.path(
      d,
      canvas.linear([
        [0, colour],
        [1, mix(colour, palette.near, 0.3)],
      ]),
    );
    return ground;
  };
  if (kind === "range") {
    row(0.1, 1, 0.68, 0.09, 0.55);
    row(0.16, 0.9, 0.74, 0.14, 0.78);
  }
  if (kind === "river") row(0.26, 0.55, 0.64, 0.1, 0.62);
  const ground = row(
    kind === "lake" ? 0.3 : 0.3,
    kind === "lake" ? 0.42 : 0.6,
    kind === "lake" ? 0.76 : 0.8,
    0.2,
    0.97,
  );
  if (what) {
    const size = canvas.short * (what === "tent" ? 0.1 : 0.095);
    if (kind === "lake") {
      const x = into(what === "tent" ? 0.44 : 0.32);
      const bank = horizon + (height - horizon) * 0.74;
      canvas.path(
        smoothClosed([
          [into(-0.05), bank - 20],
          [x, bank - 4],
          [x - dark * size * 2.4, bank + 6],
          [x - dark * size * 5, bank + 34],
          [into(0.2), bank + 120],
          [into(-0.05), bank + 140],
        ]),
        mix(layerColour(palette, 0.86), palette.haze, 0.06),
      );
      shelter(scene, what, x, bank + 14, size);
    } else
      shelter(
        scene,
        what,
        into(0.62),
        Math.min(height * 0.93, ground(into(0.62)) + size * 0.5),
        size,
      );
  }
}

export const mountains: Family = {
  slug: "mountains",
  host: "northfold.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    { aspect: "3:2", palette: "sunset", options: { kind: "range", sun: "right" } },
    { aspect: "4:5", palette: "mint", options: { kind: "lake", sun: "left" } },
    { aspect: "16:9", palette: "dawn", options: { kind: "hills", sun: "left" } },
    { aspect: "3:2", palette: "noon", options: { kind: "lake", sun: "right" } },
    { aspect: "2:3", palette: "night", options: { kind: "lake", sun: "right", with: "cabin" } },
    { aspect: "3:2", palette: "autumn", options: { kind: "river", sun: "left", snow: 0.55 } },
    { aspect: "1:1", palette: "violet", options: { kind: "range", sun: "left", with: "tent" } },
    { aspect: "21:9", palette: "rose", options: { kind: "hills", sun: "right", hidden: true } },
    {
      aspect: "3:2",
      palette: "snow",
      options: { kind: "lake", sun: "left", with: "cabin", hidden: true },
    },
  ],
  draw,
};
