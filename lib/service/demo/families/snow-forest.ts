import "server-only";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { discOf, mistBand, sky, stars, sun } from "../draw/landscape";
import type { LandscapePalette } from "../draw/palettes";
import { ellipsePath, n, type Point, polygon, smoothClosed } from "../draw/path";
import type { Random } from "../draw/random";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

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

type Scene = {
  canvas: Canvas;
  palette: LandscapePalette;
  light: -1 | 1;
  ground: number;
  snow: string;
  shade: string;
};

/** A row of trees that share their colours, with long shadows on the snow. */
function row(
  scene: Scene,
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

function cabin(
  { canvas, palette, light, snow, shade }: Scene,
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

/** A stag in profile, its head up; faces `turn`. */
function stag(canvas: Canvas, colour: string, x: number, y: number, s: number, turn: -1 | 1): void {
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) scale(${n(turn)} 1)` }, () => {
    const p = (points: readonly Point[]) => points.map(([px, py]): Point => [px * s, py * s]);
    const far = mix(colour, "#8a7a80", 0.22);
    const leg = (hip: number, knee: number, hoof: number, wide: number, fill: string) =>
      canvas.path(
        polygon(
          p([
            [hip - wide, -0.5],
            [hip + wide, -0.52],
            [knee + 0.034, -0.26],
            [hoof + 0.026, -0.03],
            [hoof + 0.045, 0],
            [hoof - 0.03, 0],
            [hoof - 0.016, -0.04],
            [knee - 0.028, -0.26],
          ]),
        ),
        fill,
      );
    leg(-0.34, -0.4, -0.33, 0.08, far);
    leg(0.26, 0.34, 0.3, 0.055, far);
    leg(-0.44, -0.52, -0.46, 0.1, colour);
    leg(0.18, 0.2, 0.17, 0.06, colour);
    const body = smoothClosed(
      p([
        [-0.55, -0.6],
        [-0.48, -0.7],
        [-0.32, -0.73],
        [-0.1, -0.7],
        [0.1, -0.72],
        [0.2, -0.8],
        [0.29, -0.98],
        [0.36, -1.12],
        [0.45, -1.17],
        [0.55, -1.13],
        [0.68, -1.05],
        [0.7, -1.0],
        [0.65, -0.97],
        [0.54, -0.98],
        [0.48, -0.92],
        [0.44, -0.76],
        [0.38, -0.58],
        [0.29, -0.46],
        [0.12, -0.42],
        [-0.14, -0.46],
        [-0.36, -0.42],
        [-0.52, -0.46],
      ]),
    );
    canvas.path(body, colour);
    canvas.path(
      smoothClosed(
        p([
          [-0.52, -0.66],
          [-0.6, -0.62],
          [-0.6, -0.52],
          [-0.54, -0.54],
        ]),
      ),
      colour,
    );
    canvas.path(
      smoothClosed(
        p([
          [0.42, -1.12],
          [0.32, -1.17],
          [0.26, -1.24],
          [0.38, -1.22],
          [0.46, -1.16],
        ]),
      ),
      colour,
    );
    const horn = (lean: number) => {
      const at = (u: number, v: number) => `${n((0.43 + u * lean) * s)} ${n(-v * s)}`;
      return `M${at(0, 1.15)}Q${at(-0.22, 1.26)} ${at(-0.2, 1.44)}Q${at(-0.17, 1.56)} ${at(-0.06, 1.66)}M${at(-0.14, 1.24)}Q${at(0.02, 1.28)} ${at(0.06, 1.38)}M${at(-0.2, 1.36)}Q${at(-0.04, 1.42)} ${at(0, 1.53)}M${at(-0.2, 1.42)}Q${at(-0.3, 1.5)} ${at(-0.29, 1.6)}`;
    };
    canvas.stroke(horn(1), colour, s * 0.026);
    canvas.stroke(horn(-0.85), colour, s * 0.026);
  });
}

function draw(canvas: Canvas, variant: Variant): Drawing {
  const palette = landscapePalette(variant.palette);
  const options = variant.options ?? {};
  const what = String(options.with ?? "");
  const { width, height, short } = canvas;
  const isTall = height > width;
  const left = options.sun === "left";
  const light: -1 | 1 = left ? -1 : 1;
  const ground = height * (isTall ? 0.6 : 0.58);
  const r = canvas.random("scene");
  const white = palette.isDark
    ? mix("#ffffff", palette.sky[2], 0.34)
    : mix("#ffffff", palette.sky[2], 0.12);
  const shade = mix(
    mix(palette.haze, palette.sky[0], 0.5),
    "#ffffff",
    palette.isDark ? 0.05 : 0.22,
  );
  const scene: Scene = {
    canvas,
    palette,
    light,
    ground,
    snow: mix(white, palette.sun, 0.3),
    shade,
  };
  sky(canvas, palette, { horizonY: ground });
  if (palette.hasStars) stars(canvas, palette, { untilY: ground * 0.9, count: 200 });
  const disc = sun(canvas, palette, {
    x: width * (left ? 0.27 : 0.73),
    y: ground * Number(options.sunAt ?? 0.27),
    radius: short * Number(options.sunSize ?? 0.06),
    hidden: options.hidden === true,
  });

  const spread = (count: number, from: number, to: number) =>
    Array.from(
      { length: count },
      (_, i) => width * (from + ((to - from) * (i + r.between(0.1, 0.9))) / count),
    );
  const scale = isTall ? height * 0.62 : height;
  row(scene, "row0", 0.08, spread(isTall ? 16 : 26, -0.03, 1.03), () => ground + 4, scale * 0.2);
  mistBand(canvas, palette.haze, ground - short * 0.16, ground + short * 0.03, 0.6);
  row(
    scene,
    "row1",
    0.3,
    spread(isTall ? 11 : 18, -0.03, 1.03),
    (x) => ground + 10 + Math.sin(x / 140) * 6,
    scale * 0.27,
  );
  mistBand(canvas, palette.haze, ground - short * 0.1, ground + short * 0.08, 0.55);

  const field: Point[] = [];
  for (let i = 0; i <= 30; i++) {
    const x = (i / 30) * (width + 80) - 40;
    field.push([x, ground + short * (0.03 + 0.018 * Math.sin(x / 210 + 1))]);
  }
  canvas.path(
    polygon([...field, [width + 40, height + 20], [-40, height + 20]]),
    canvas.linear([
      [0, mix(scene.snow, palette.haze, 0.35)],
      [0.25, scene.snow],
      [1, mix(scene.snow, shade, 0.75)],
    ]),
  );
  if (options.path === true) {
    const edge: Point[] = [];
    const other: Point[] = [];
    for (let i = 0; i <= 9; i++) {
      const t = i / 9;
      const y = ground + short * 0.05 + (height + 40 - ground) * t ** 1.6;
      const x = width * 0.52 + Math.sin(t * 4.6) * width * 0.1 * (0.3 + t);
      const half = short * (0.008 + 0.11 * t ** 1.5);
      edge.push([x - half, y]);
      other.push([x + half, y]);
    }
    canvas.path(
      smoothClosed([...edge, ...other.reverse()]),
      canvas.linear([
        [0, mix(shade, palette.sky[1], 0.2)],
        [1, mix(shade, palette.near, 0.18)],
      ]),
    );
  }
  const clear =
    what === "cabin" ? 0.17 : options.path === true ? 0.13 : what === "stag" ? 0.15 : 0.06;
  const middle = what === "cabin" ? (left ? 0.58 : 0.42) : 0.5;
  const beside = (count: number, gap: number) => [
    ...spread(count, -0.05, middle - gap),
    ...spread(count, middle + gap, 1.05),
  ];
  row(
    scene,
    "row2",
    0.55,
    beside(isTall ? 3 : 5, clear * 0.75),
    (x) => ground + short * 0.07 + Math.abs(x / width - middle) * short * 0.05,
    scale * 0.36,
  );
  if (what === "cabin") {
    const size = short * (isTall ? 0.15 : 0.135);
    const x = width * middle - size * 0.3;
    const y = ground + short * 0.16;
    canvas.path(
      polygon([
        [x - size, y],
        [x + size * 1.6, y],
        [x + size * 1.6 - light * size * 2, y + size * 0.7],
        [x - size - light * size * 2, y + size * 0.7],
      ]),
      mix(shade, palette.near, 0.3),
      { "fill-opacity": 0.35 },
    );
    cabin(scene, x, y, size);
    canvas.path(
      smoothClosed([
        [x - size * 1.5, y + size * 0.08],
        [x - size * 0.6, y - size * 0.06],
        [x + size * 0.4, y + size * 0.03],
        [x + size * 1.3, y - size * 0.07],
        [x + size * 2.1, y + size * 0.1],
        [x + size * 0.4, y + size * 0.22],
      ]),
      mix(scene.snow, shade, 0.15),
    );
  }
  if (what === "stag") {
    const y = ground + (height - ground) * 0.5;
    const s = short * (isTall ? 0.26 : 0.23);
    canvas.path(
      polygon([
        [width * 0.5 - s * 0.5, y],
        [width * 0.5 + s * 0.36, y],
        [width * 0.5 + s * 0.36 - light * s * 1.2, y + s * 0.36],
        [width * 0.5 - s * 0.5 - light * s * 1.2, y + s * 0.36],
      ]),
      mix(shade, palette.near, 0.4),
      { "fill-opacity": 0.35 },
    );
    stag(
      canvas,
      mix(palette.near, "#5a3520", palette.isDark ? 0.2 : 0.5),
      width * 0.5,
      y,
      s,
      light,
    );
  }
  row(
    scene,
    "row3",
    0.82,
    [...spread(2, -0.06, middle - clear * 1.35), ...spread(2, middle + clear * 1.35, 1.06)],
    () => ground + (height - ground) * 0.42,
    scale * 0.52,
  );
  row(
    scene,
    "row4",
    1,
    [width * r.between(-0.02, 0.06), width * r.between(0.94, 1.02)],
    () => height * 0.97,
    scale * 0.86,
  );

  const falls = options.falling === true;
  if (falls) {
    const flakes = canvas.random("flakes");
    for (const [count, radius, alpha] of [
      [260, 2, 0.7],
      [90, 4, 0.75],
      [16, 8, 0.4],
    ] as const) {
      let d = "";
      for (let i = 0; i < count; i++)
        d += ellipsePath(
          flakes.next() * width,
          flakes.next() * height,
          radius * flakes.between(0.6, 1.2),
          radius * flakes.between(0.7, 1.2),
        );
      canvas.path(d, "#ffffff", { "fill-opacity": alpha });
    }
  }
  const word = canvas.random("name");
  const dark = discOf(palette) === "moon" && palette.hasStars;
  const subject =
    what === "cabin"
      ? word.pick(["Log cabin in a snowy pine forest", "Wooden hut among snow-covered pines"])
      : what === "stag"
        ? word.pick(["Stag in a snowy forest", "Deer in a winter forest"])
        : options.path === true
          ? "Path through a snowy pine forest"
          : "Snow-covered pines at the edge of a clearing";
  return {
    name: title(
      subject,
      falls && (what === "" ? "in falling snow" : "in the snowfall"),
      falls ? false : palette.name === "snow" ? "on a cold clear day" : word.pick(palette.words),
    ),
    keywords: keywordsOf(
      palette,
      [
        "snow",
        "winter",
        "forest",
        "tree",
        "trees",
        "pine",
        "cold",
        "woods",
        what,
        what === "cabin" && "house",
        what === "cabin" && "hut",
        what === "stag" && "deer",
        what === "stag" && "animal",
        options.path === true && "path",
        falls && "snowfall",
        dark && "stars",
      ],
      disc,
    ),
    grain: 6,
  };
}

export const snowForest: Family = {
  slug: "snow-forest",
  host: "northfold.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    { aspect: "3:2", palette: "snow", options: { with: "cabin", sun: "left" } },
    { aspect: "4:5", palette: "night", options: { with: "cabin", sun: "right", sunSize: 0.075 } },
    { aspect: "16:9", palette: "rose", options: { path: true, sun: "right", hidden: true } },
    {
      aspect: "3:2",
      palette: "dusk",
      options: { with: "stag", sun: "right", sunSize: 0.1, sunAt: 0.4 },
    },
    {
      aspect: "1:1",
      palette: "overcast",
      options: { with: "stag", sun: "left", falling: true, hidden: true },
    },
    { aspect: "2:3", palette: "dawn", options: { path: true, sun: "left", sunAt: 0.42 } },
    {
      aspect: "3:2",
      palette: "night",
      options: { path: true, sun: "left", falling: true, sunSize: 0.07 },
    },
  ],
  draw,
};
