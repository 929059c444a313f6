import type { Canvas } from "../draw/canvas";
import { mix } from "../draw/colour";
import { birds, clouds, layers, mistBand, sky, stars, sun, water } from "../draw/landscape";
import { drawBoat } from "../draw/sailing-boat";
import { counted, keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

/** Places boats by depth: one number gives size, haze and height on the water. */
const FLEETS: Record<number, readonly (readonly [x: number, t: number])[]> = {
  1: [[0.36, 1]],
  2: [
    [0.66, 0.36],
    [0.32, 1],
  ],
  3: [
    [0.8, 0.12],
    [0.62, 0.46],
    [0.27, 1],
  ],
  4: [
    [0.12, 0.06],
    [0.83, 0.18],
    [0.66, 0.5],
    [0.3, 1],
  ],
  5: [
    [0.5, 0.02],
    [0.11, 0.1],
    [0.86, 0.24],
    [0.64, 0.52],
    [0.29, 1],
  ],
};

function draw(canvas: Canvas, variant: Variant): Drawing {
  const palette = landscapePalette(variant.palette);
  const options = variant.options ?? {};
  const count = Number(options.boats ?? 3);
  const isMirrored = options.sun === "left";
  const { width, height, short } = canvas;
  const isTall = height > width;
  const r = canvas.random("boats");
  const light: -1 | 1 = isMirrored ? -1 : 1;
  const horizon = height * Number(options.horizon ?? (isTall ? 0.45 : 0.42));
  const sunX = width * (isMirrored ? 0.24 : 0.76);
  sky(canvas, palette, { horizonY: horizon });
  if (palette.hasStars) stars(canvas, palette, { untilY: horizon * 0.9, count: 170 });
  const disc = sun(canvas, palette, {
    x: sunX,
    y: horizon * Number(options.sunAt ?? 0.45),
    radius: short * Number(options.sunSize ?? 0.055),
    hidden: options.hidden === true,
  });
  if (options.clouds !== false)
    clouds(canvas, palette, {
      fromY: horizon * 0.2,
      toY: horizon * 0.7,
      count: 3,
      kind: options.clouds === "heaps" ? "heaps" : "streaks",
    });
  const hills = String(options.land ?? "hills");
  if (hills !== "none") {
    layers(canvas, palette, {
      from: horizon - short * 0.06,
      to: horizon - short * 0.015,
      count: 3,
      amplitude: short * (hills === "mountains" ? 0.2 : 0.07),
      bottom: horizon + 1,
      depth: [0.04, 0.4],
      frequency: 2,
      shape: hills === "mountains" ? "alpine" : "rolling",
      mist: 0.7,
    });
  }
  water(canvas, palette, { from: horizon, sunX, ripples: 120 });
  const fog = options.fog === true;
  mistBand(
    canvas,
    palette.haze,
    horizon - short * (fog ? 0.17 : 0.05),
    horizon + short * (fog ? 0.17 : 0.05),
    fog ? 0.85 : 0.4,
  );
  const sails = [
    palette.accent,
    palette.extra[0] ?? palette.accent,
    mix(palette.sun, "#ffffff", 0.25),
    palette.extra[1] ?? palette.accent,
    palette.extra[0] ?? palette.accent,
  ];
  const fleet = FLEETS[count] ?? FLEETS[3] ?? [];
  const largest = short * Number(options.size ?? (isTall ? 0.56 : 0.46));
  for (const [i, [u, t]] of fleet.entries()) {
    const size = largest * (0.13 + 0.87 * t ** 1.2);
    drawBoat(
      canvas,
      palette,
      r,
      {
        x: width * (isMirrored ? 1 - u : u),
        y: horizon + short * 0.02 + (height - horizon) * (0.04 + 0.5 * t),
        size,
        t,
        sail: sails[(fleet.length - 1 - i) % sails.length] ?? palette.accent,
        turn: isMirrored ? -1 : 1,
        heel: options.wind === true ? 9 : 2,
      },
      light,
    );
  }
  if (!palette.hasStars)
    birds(canvas, palette, {
      x: width * (isMirrored ? 0.62 : 0.4),
      y: horizon * 0.3,
      count: 3,
      size: short * 0.02,
    });
  const word = canvas.random("name");
  const place = fog
    ? `in a misty ${word.pick(["bay", "cove"])}`
    : hills === "mountains"
      ? "below the mountains"
      : hills === "none"
        ? `on the open ${word.pick(["sea", "ocean"])}`
        : word.pick(["on a calm sea", "in a quiet bay"]);
  return {
    name: title(counted(count, "sailing boat"), place, word.pick(palette.words)),
    keywords: keywordsOf(
      palette,
      [
        "boat",
        "boats",
        "sailing",
        "sail",
        "sea",
        "water",
        "ship",
        "yacht",
        hills === "mountains" ? "mountains" : hills === "hills" && "hills",
        fog && "fog",
        fog && "mist",
        hills === "none" ? "ocean" : "bay",
        options.wind === true && "wind",
        "summer".slice(0, palette.name === "noon" ? 6 : 0),
      ],
      disc,
    ),
    grain: 6,
  };
}

export const sailing: Family = {
  slug: "sailing",
  host: "harbourlight.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    { aspect: "3:2", palette: "rose", options: { boats: 3, fog: true, sun: "right", sunAt: 0.5 } },
    {
      aspect: "16:9",
      palette: "noon",
      options: { boats: 5, sun: "left", clouds: "heaps", land: "hills", wind: true },
    },
    { aspect: "4:5", palette: "dusk", options: { boats: 2, sun: "right", land: "mountains" } },
    {
      aspect: "3:2",
      palette: "golden",
      options: { boats: 1, sun: "right", land: "none", sunAt: 0.82, sunSize: 0.12, size: 0.58 },
    },
    {
      aspect: "1:1",
      palette: "tropic",
      options: { boats: 4, sun: "left", land: "hills", hidden: true, wind: true },
    },
    {
      aspect: "3:2",
      palette: "night",
      options: { boats: 2, sun: "left", land: "none", sunSize: 0.075 },
    },
    { aspect: "2:3", palette: "violet", options: { boats: 3, sun: "right", land: "hills" } },
  ],
  draw,
};
