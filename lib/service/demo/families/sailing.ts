import "server-only";
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
import { n, polygon, smoothClosed } from "../draw/path";
import type { Random } from "../draw/random";
import { counted, keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

type Boat = {
  x: number;
  y: number;
  size: number;
  t: number;
  sail: string;
  turn: -1 | 1;
  heel: number;
};

/** One boat, its foot at (x, y): hull, mast, main sail with battens, jib, and its mirror image. */
function drawBoat(
  canvas: Canvas,
  palette: LandscapePalette,
  r: Random,
  boat: Boat,
  light: -1 | 1,
): void {
  const { x, y, size, t, turn, heel } = boat;
  const far = 0.62 * (1 - t);
  const tint = (colour: string) => mix(colour, palette.haze, far);
  const sail = tint(palette.isDark ? mix(boat.sail, palette.sky[1], 0.3) : boat.sail);
  const jib = tint(
    palette.isDark ? mix(palette.sun, palette.sky[1], 0.35) : mix(palette.sun, "#ffffff", 0.3),
  );
  const hull = tint(mix(palette.near, palette.sky[0], 0.12));
  canvas.path(
    reflectionSmear(r, {
      x: x - turn * size * 0.04,
      y: y + size * 0.05,
      width: size * 0.6,
      height: size * 0.95,
      lines: 18,
      jitter: 0.5,
    }),
    mix(sail, palette.sky[1], 0.25),
    { "fill-opacity": 0.5 },
  );
  canvas.path(
    reflectionSmear(r, {
      x,
      y: y + size * 0.03,
      width: size * 0.78,
      height: size * 0.3,
      lines: 8,
      jitter: 0.5,
    }),
    hull,
    { "fill-opacity": 0.55 },
  );
  canvas.group(
    { transform: `translate(${n(x)} ${n(y)}) scale(${turn} 1) rotate(${n(heel)})` },
    () => {
      const s = size;
      const shade = canvas.linear(
        light * turn > 0
          ? [
              [0, mix(sail, palette.near, 0.34)],
              [0.7, sail],
              [1, lighten(sail, 0.03)],
            ]
          : [
              [0, lighten(sail, 0.03)],
              [0.45, sail],
              [1, mix(sail, palette.near, 0.3)],
            ],
        "right",
      );
      canvas.path(
        `M${n(s * 0.03)} ${n(-s * 1.2)}C${n(-s * 0.1)} ${n(-s * 0.85)} ${n(-s * 0.3)} ${n(-s * 0.5)} ${n(-s * 0.42)} ${n(-s * 0.17)}Q${n(-s * 0.2)} ${n(-s * 0.1)} ${n(s * 0.03)} ${n(-s * 0.14)}z`,
        shade,
      );
      if (t > 0.45) {
        let seams = "";
        for (const u of [0.3, 0.52, 0.74])
          seams += `M${n(s * 0.03)} ${n(-s * (1.2 - u * 1.03))}Q${n(-s * 0.2 * u)} ${n(-s * (1.15 - u * 1.03))} ${n(-s * 0.43 * u)} ${n(-s * (1.2 - u * 1.06))}`;
        canvas.stroke(seams, mix(sail, palette.near, 0.35), Math.max(1, s * 0.006), {
          "stroke-opacity": 0.6,
        });
      }
      canvas.path(
        `M${n(s * 0.07)} ${n(-s * 1.08)}Q${n(s * 0.26)} ${n(-s * 0.6)} ${n(s * 0.46)} ${n(-s * 0.15)}Q${n(s * 0.24)} ${n(-s * 0.1)} ${n(s * 0.08)} ${n(-s * 0.17)}Q${n(s * 0.13)} ${n(-s * 0.6)} ${n(s * 0.07)} ${n(-s * 1.08)}z`,
        canvas.linear(
          light * turn > 0
            ? [
                [0, mix(jib, palette.near, 0.2)],
                [1, jib],
              ]
            : [
                [0, jib],
                [1, mix(jib, palette.near, 0.26)],
              ],
          "right",
        ),
      );
      canvas.rect(
        s * 0.035,
        -s * 1.25,
        Math.max(1.5, s * 0.018),
        s * 1.22,
        tint(mix(palette.near, palette.accent, 0.3)),
      );
      canvas.path(
        polygon([
          [s * 0.045, -s * 1.25],
          [s * 0.045, -s * 1.2],
          [-s * 0.1, -s * 1.225],
        ]),
        tint(palette.accent),
      );
      const body = smoothClosed([
        [-s * 0.46, -s * 0.085],
        [0, -s * 0.07],
        [s * 0.52, -s * 0.11],
        [s * 0.36, s * 0.02],
        [s * 0.1, s * 0.055],
        [-s * 0.3, s * 0.05],
        [-s * 0.42, 0],
      ]);
      canvas.path(
        body,
        canvas.linear([
          [0, lighten(hull, 0.1)],
          [0.4, hull],
          [1, mix(hull, palette.near, 0.5)],
        ]),
      );
      canvas.path(
        polygon([
          [-s * 0.44, -s * 0.07],
          [0, -s * 0.055],
          [s * 0.49, -s * 0.095],
          [s * 0.47, -s * 0.07],
          [0, -s * 0.03],
          [-s * 0.44, -s * 0.045],
        ]),
        tint(mix(palette.sun, palette.accent, 0.35)),
      );
    },
  );
  canvas.path(
    lens(x, y + size * 0.055, size * 0.5, Math.max(1.5, size * 0.014)),
    mix(palette.sun, "#ffffff", 0.4),
    { "fill-opacity": 0.6 },
  );
}

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
