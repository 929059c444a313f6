import { caravan } from "../draw/camels";
import type { Canvas } from "../draw/canvas";
import { mix } from "../draw/colour";
import { cactus, oasis, tents } from "../draw/desert-things";
import { birds, clouds, layers, mistBand, sky, stars, sun } from "../draw/landscape";
import { crestOf, type Dune, drawDune, gentleCrest } from "../draw/sand";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

const SUBJECTS: Record<string, readonly string[]> = {
  caravan: ["Camel caravan on a desert dune", "Row of camels crossing the dunes"],
  cacti: ["Tall cacti among sand dunes", "Saguaro cacti in the desert"],
  tents: ["Three lit tents in the desert", "Desert camp with lit tents"],
  oasis: ["Palm trees at a desert pool", "Oasis with palms between the dunes"],
  bare: ["Great sand dune with a sharp crest", "Sand dunes, crest behind crest"],
};

function draw(canvas: Canvas, variant: Variant): Drawing {
  const palette = landscapePalette(variant.palette);
  const options = variant.options ?? {};
  const kind = String(options.with ?? "bare");
  const { width, height, short } = canvas;
  const isTall = height > width;
  const left = options.sun === "left";
  const light: -1 | 1 = left ? -1 : 1;
  const mirror = (u: number) => (left ? 1 - u : u) * width;
  const horizon = height * (isTall ? 0.5 : 0.47);
  sky(canvas, palette, { horizonY: horizon * 1.05 });
  if (palette.hasStars) stars(canvas, palette, { untilY: horizon, count: 320 });
  const disc = sun(canvas, palette, {
    x: mirror(0.76),
    y: horizon * Number(options.sunAt ?? 0.5),
    radius: short * Number(options.sunSize ?? 0.07),
    hidden: options.hidden === true,
  });
  if (options.clouds === true)
    clouds(canvas, palette, {
      fromY: horizon * 0.2,
      toY: horizon * 0.7,
      count: 3,
      kind: "streaks",
    });
  const grains = "#e0a868";
  const sand = palette.isDark
    ? mix(mix(mix(palette.haze, palette.near, 0.28), palette.sun, 0.12), grains, 0.14)
    : mix(
        mix(
          palette.haze,
          grains,
          palette.name === "rose" ? 0.25 : palette.name === "noon" ? 0.88 : 0.68,
        ),
        palette.sun,
        0.16,
      );
  const shade = mix(
    mix(sand, palette.near, palette.isDark ? 0.62 : 0.42),
    palette.name === "noon" ? "#a86a3c" : palette.sky[0],
    palette.name === "noon" ? 0.62 : 0.12,
  );
  layers(canvas, palette, {
    from: horizon - short * 0.03,
    to: horizon + short * 0.015,
    count: 2,
    amplitude: short * 0.05,
    depth: [0.04, 0.16],
    frequency: 2.4,
  });
  const dunes: Dune[] = [
    { t: 0.12, peakX: mirror(0.18), crest: [] },
    { t: 0.34, peakX: mirror(0.72), crest: [] },
    { t: 0.64, peakX: mirror(isTall ? 0.46 : 0.4), crest: [] },
    { t: 1, peakX: mirror(0.88), crest: [] },
  ];
  const rises = [0.1, 0.13, kind === "bare" ? 0.34 : 0.2, 0.12];
  const feet = [0.54, 0.6, 0.72, 0.93];
  for (const [i, dune] of dunes.entries()) {
    const foot = (feet[i] ?? 0.7) * height;
    const peak = foot - (rises[i] ?? 0.1) * (isTall ? height * 0.85 : height);
    dune.crest =
      i === 3
        ? gentleCrest(width, foot - short * 0.04, short * 0.055, left ? Math.PI : 0)
        : crestOf(
            width,
            dune.peakX,
            peak,
            foot - short * (left ? 0.02 : 0.05),
            foot + short * (left ? 0.06 : 0.02),
            0.35,
          );
    drawDune(canvas, palette, dune, light, sand, shade);
    if (i === 1 && kind === "tents") continue;
    if (i === 2 && kind === "caravan") {
      const size = short * (isTall ? 0.13 : 0.15);
      const count = Number(options.count ?? 5);
      caravan(canvas, palette, dune.crest, {
        from: mirror(isTall ? 0.12 : 0.14),
        to: mirror(isTall ? 0.82 : 0.78),
        count,
        size,
        turn: left ? -1 : 1,
        light,
      });
    }
    if (i === 2 && kind === "tents")
      tents(canvas, palette, dune.crest, mirror(0.42), short * 0.125);
    if (i === 2 && kind === "oasis")
      oasis(canvas, palette, mirror(0.46), height * 0.72, short * (isTall ? 0.42 : 0.46));
    if (i < 2) mistBand(canvas, palette.haze, foot - short * 0.06, foot + short * 0.1, 0.4);
  }
  if (kind === "cacti") {
    for (const [u, v, s, arms] of [
      [0.58, 0.76, 0.2, 2],
      [0.9, 0.82, 0.26, 3],
      [0.26, 0.93, isTall ? 0.62 : 0.66, 3],
    ] as const)
      cactus(canvas, palette, mirror(u), height * v, short * s, light, arms);
  }
  if (options.birds === true)
    birds(canvas, palette, { x: mirror(0.34), y: horizon * 0.36, count: 5, size: short * 0.022 });
  const word = canvas.random("name");
  return {
    name: title(
      word.pick(SUBJECTS[kind] ?? SUBJECTS.bare ?? ["Sand dunes"]),
      palette.name === "night" && disc === "moon" ? "under the moon" : word.pick(palette.words),
    ),
    keywords: keywordsOf(
      palette,
      [
        "desert",
        "sand",
        "dunes",
        "dune",
        !palette.hasStars && "hot",
        kind === "caravan" && "camels",
        kind === "caravan" && "camel",
        kind === "caravan" && "animal",
        kind === "cacti" && "cactus",
        kind === "cacti" && "plants",
        kind === "tents" && "tent",
        kind === "tents" && "camp",
        kind === "oasis" && "palm",
        kind === "oasis" && "water",
        kind === "oasis" && "trees",
        palette.hasStars && "stars",
      ],
      disc,
    ),
    grain: 7,
  };
}

export const dunes: Family = {
  slug: "dunes",
  host: "fieldnotes.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    { aspect: "3:2", palette: "desert", options: { with: "caravan", sun: "right", count: 5 } },
    {
      aspect: "4:5",
      palette: "sunset",
      options: { with: "cacti", sun: "left", sunSize: 0.13, sunAt: 0.66 },
    },
    { aspect: "16:9", palette: "night", options: { with: "tents", sun: "left", sunSize: 0.08 } },
    { aspect: "3:2", palette: "golden", options: { with: "bare", sun: "left", birds: true } },
    {
      aspect: "2:3",
      palette: "rose",
      options: { with: "caravan", sun: "right", count: 3, hidden: true },
    },
    { aspect: "3:2", palette: "noon", options: { with: "oasis", sun: "right", clouds: true } },
  ],
  draw,
};
