import type { Canvas } from "../draw/canvas";
import { mix } from "../draw/colour";
import { birds, clouds, layers, mistBand, sky, stars, sun, water } from "../draw/landscape";
import { beam, house, type LighthouseScene, tower } from "../draw/lighthouse-tower";
import { ellipsePath, polygon, smoothClosed } from "../draw/path";
import { cliff, islet } from "../draw/sea-cliff";
import { waves } from "../draw/storm-waves";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

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
  const scene: LighthouseScene = {
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

function boat(
  { canvas, palette, light }: LighthouseScene,
  x: number,
  y: number,
  size: number,
): void {
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
