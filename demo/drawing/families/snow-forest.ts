import type { Canvas } from "../draw/canvas";
import { mix } from "../draw/colour";
import { discOf, mistBand, sky, stars, sun } from "../draw/landscape";
import { cabin } from "../draw/log-cabin";
import { ellipsePath, type Point, polygon, smoothClosed } from "../draw/path";
import { row, type SnowScene } from "../draw/snow-pine";
import { stag } from "../draw/stag";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

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
  const scene: SnowScene = {
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
