import { drawBalloon } from "../draw/balloon";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { birds, clouds, layers, lens, mistBand, sky, stars, sun, water } from "../draw/landscape";
import type { LandscapePalette } from "../draw/palettes";
import { n, polygon } from "../draw/path";
import { pineRow } from "../draw/pines";
import { counted, keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

const FLEETS: Record<number, readonly (readonly [x: number, y: number, t: number])[]> = {
  1: [[0.4, 0.36, 1]],
  2: [
    [0.74, 0.42, 0.32],
    [0.34, 0.37, 1],
  ],
  3: [
    [0.84, 0.24, 0.1],
    [0.64, 0.5, 0.36],
    [0.31, 0.38, 1],
  ],
  5: [
    [0.55, 0.16, 0.02],
    [0.1, 0.2, 0.08],
    [0.87, 0.3, 0.2],
    [0.66, 0.5, 0.42],
    [0.33, 0.38, 1],
  ],
  7: [
    [0.52, 0.12, 0],
    [0.94, 0.16, 0.02],
    [0.08, 0.16, 0.08],
    [0.78, 0.24, 0.14],
    [0.1, 0.52, 0.22],
    [0.65, 0.48, 0.44],
    [0.35, 0.37, 1],
  ],
};

function town(canvas: Canvas, palette: LandscapePalette, y: number): void {
  const r = canvas.random("town");
  const roofs = [
    palette.accent,
    palette.extra[0] ?? palette.accent,
    mix(palette.accent, palette.near, 0.35),
  ];
  for (let i = 0; i < 3; i++) {
    for (let x = -20; x < canvas.width + 20; x += canvas.short * r.between(0.07, 0.12)) {
      const w = canvas.short * r.between(0.07, 0.11) * (0.8 + i * 0.3);
      const h = w * r.between(0.8, 1.6);
      const foot = y + i * canvas.short * 0.1;
      const wall = mix(mix(palette.sun, palette.haze, 0.4), palette.near, 0.1 + 0.12 * i);
      canvas.rect(x, foot - h, w, h + canvas.short * 0.12, wall);
      canvas.path(
        polygon([
          [x - w * 0.08, foot - h],
          [x + w * 0.5, foot - h - w * 0.5],
          [x + w * 1.08, foot - h],
        ]),
        mix(r.pick(roofs), palette.haze, 0.35 - 0.1 * i),
      );
    }
    mistBand(
      canvas,
      palette.haze,
      y + i * canvas.short * 0.1 - 10,
      y + (i + 1.3) * canvas.short * 0.1,
      0.45,
    );
  }
}

function draw(canvas: Canvas, variant: Variant): Drawing {
  const palette = landscapePalette(variant.palette);
  const options = variant.options ?? {};
  const ground = String(options.ground ?? "hills");
  const count = Number(options.balloons ?? 3);
  const { width, height, short } = canvas;
  const isTall = height > width;
  const left = options.sun === "left";
  const light: -1 | 1 = left ? -1 : 1;
  const mirror = (u: number) => (left ? 1 - u : u) * width;
  const horizon = height * (isTall ? 0.74 : 0.72);
  sky(canvas, palette, { horizonY: horizon });
  if (palette.hasStars) stars(canvas, palette, { untilY: horizon * 0.8 });
  const disc = sun(canvas, palette, {
    x: mirror(0.82),
    y: horizon * Number(options.sunAt ?? 0.64),
    radius: short * Number(options.sunSize ?? 0.06),
    hidden: options.hidden === true,
  });
  clouds(canvas, palette, {
    fromY: horizon * 0.16,
    toY: horizon * 0.7,
    count: 3,
    kind: options.clouds === "heaps" ? "heaps" : "streaks",
  });
  if (ground === "clouds") {
    for (let i = 0; i < 5; i++) {
      const r = canvas.random(`sea${i}`);
      const t = i / 4;
      const y = horizon - short * 0.04 + (height - horizon) * t * 0.9;
      const colour = mix(mix(palette.haze, palette.sun, 0.7), palette.sky[0], 0.04 + 0.34 * t);
      let d = `M-40 ${n(height + 30)}L-40 ${n(y)}`;
      for (let x = -40; x < width + 60; ) {
        const step = short * r.between(0.07, 0.16) * (0.5 + t);
        d += `a${n(step * 0.58)} ${n(step * 0.5)} 0 0 1 ${n(step)} ${n(r.between(-3, 3))}`;
        x += step;
      }
      canvas.path(
        `${d}L${n(width + 400)} ${n(height + 30)}z`,
        canvas.linear([
          [0, lighten(colour, 0.06)],
          [0.4, colour],
          [1, mix(colour, palette.sky[0], 0.25)],
        ]),
      );
    }
  } else if (ground === "lake") {
    layers(canvas, palette, {
      from: horizon - short * 0.1,
      to: horizon - short * 0.02,
      count: 3,
      amplitude: short * 0.13,
      depth: [0.06, 0.5],
      shape: "alpine",
      bottom: horizon + 2,
    });
    water(canvas, palette, { from: horizon, ...(disc === "none" ? {} : { sunX: mirror(0.82) }) });
    mistBand(canvas, palette.haze, horizon - short * 0.06, horizon + short * 0.06, 0.5);
  } else {
    layers(canvas, palette, {
      from: horizon - short * 0.03,
      to: height * (ground === "town" ? 0.86 : 0.97),
      count: ground === "town" ? 4 : 5,
      amplitude: short * 0.06,
      depth: [0.04, 0.9],
      after: ({ at, colour }, t, i) => {
        if (i < 2) return;
        canvas.path(
          pineRow(canvas.random(`wood${i}`), {
            from: -20,
            to: width + 20,
            at: (x) => at(x) + 3,
            height: (x) => short * 0.05 * t * (0.5 + Math.sin(x / (90 + 40 * i) + i)),
            spacing: short * 0.012 * (1 + t),
            slim: 0.5,
          }),
          colour,
        );
      },
    });
    if (ground === "town") town(canvas, palette, height * 0.88);
  }
  const sets: readonly (readonly string[])[] = [
    [palette.accent, mix(palette.sun, "#ffffff", 0.3)],
    [
      palette.extra[0] ?? palette.accent,
      mix(palette.sun, "#ffffff", 0.3),
      palette.extra[1] ?? palette.accent,
    ],
    [palette.extra[1] ?? palette.accent, palette.accent, mix(palette.sun, "#ffffff", 0.3)],
  ];
  const patterns = [String(options.pattern ?? "gores"), "gores", "zigzag", "bands"];
  const fleet = FLEETS[count] ?? FLEETS[3] ?? [];
  const largest = short * Number(options.size ?? (isTall ? 0.27 : 0.235));
  for (const [i, [u, v, t]] of fleet.entries()) {
    const nearness = fleet.length - 1 - i;
    drawBalloon(
      canvas,
      palette,
      {
        x: mirror(u),
        y: horizon * (v + 0.02),
        radius: largest * (0.2 + 0.8 * t ** 1.1),
        t,
        colours: sets[(nearness + Number(options.set ?? 0)) % sets.length] ?? [palette.accent],
        pattern: patterns[nearness % patterns.length] ?? "gores",
      },
      light,
    );
  }
  if (ground === "lake") {
    const r = canvas.random("echo");
    let d = "";
    for (let i = 0; i < 16; i++)
      d += lens(
        mirror(fleet.at(-1)?.[0] ?? 0.4) + r.between(-1, 1) * largest * 0.2,
        horizon + 14 + i * ((height - horizon) / 18),
        largest * r.between(0.3, 0.8) * (1 - i / 22),
        3,
      );
    canvas.path(d, palette.accent, { "fill-opacity": 0.28 });
  }
  if (options.birds === true)
    birds(canvas, palette, { x: mirror(0.66), y: horizon * 0.22, count: 5, size: short * 0.018 });
  const word = canvas.random("name");
  const where =
    {
      hills: word.pick(["over wooded hills", "above misty hills"]),
      lake: "above a mountain lake",
      clouds: "above a sea of clouds",
      town: "over the roofs of a town",
    }[ground] ?? "";
  return {
    name: title(counted(count, "hot-air balloon"), where, word.pick(palette.words)),
    keywords: keywordsOf(
      palette,
      [
        "balloon",
        "balloons",
        "hot-air",
        "sky",
        "flight",
        "travel",
        ground,
        ground === "lake" && "mountains",
        ground === "lake" && "water",
        ground === "town" && "houses",
        ground === "hills" && "forest",
        "clouds",
      ],
      disc,
    ),
    grain: 6,
  };
}

export const balloons: Family = {
  slug: "balloons",
  host: "fieldnotes.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    {
      aspect: "3:2",
      palette: "noon",
      options: { balloons: 3, ground: "hills", sun: "right", clouds: "heaps" },
    },
    {
      aspect: "4:5",
      palette: "rose",
      options: { balloons: 1, ground: "hills", sun: "right", set: 1, size: 0.33 },
    },
    {
      aspect: "16:9",
      palette: "golden",
      options: { balloons: 7, ground: "clouds", sun: "left", pattern: "zigzag" },
    },
    {
      aspect: "1:1",
      palette: "mint",
      options: { balloons: 2, ground: "lake", sun: "left", pattern: "bands", set: 1, hidden: true },
    },
    {
      aspect: "3:2",
      palette: "dusk",
      options: { balloons: 5, ground: "lake", sun: "right", set: 2 },
    },
    {
      aspect: "9:16",
      palette: "dawn",
      options: { balloons: 5, ground: "town", sun: "right", set: 1, size: 0.31, birds: true },
    },
  ],
  draw,
};
