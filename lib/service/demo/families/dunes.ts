import "server-only";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { birds, clouds, layers, lens, mistBand, sky, stars, sun } from "../draw/landscape";
import type { LandscapePalette } from "../draw/palettes";
import { drawPalm } from "../draw/palm";
import { blob, ellipsePath, n, type Point, polygon, smoothClosed, smoothOpen } from "../draw/path";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

type Crest = readonly Point[];

/** The height of a crest at x; points are from left to right. */
function crestAt(crest: Crest, x: number): number {
  for (let i = 1; i < crest.length; i++) {
    const [a, b] = [crest[i - 1], crest[i]];
    if (a && b && x <= b[0]) return a[1] + ((b[1] - a[1]) * (x - a[0])) / Math.max(1, b[0] - a[0]);
  }
  return crest.at(-1)?.[1] ?? 0;
}

/** Smooth crest through few points, sampled finely, with a sharp summit at `peakX`. */
function crestOf(
  width: number,
  peakX: number,
  peakY: number,
  leftY: number,
  rightY: number,
  bend: number,
): Crest {
  const points: Point[] = [];
  for (let x = -60; x <= width + 60; x += 12) {
    const u = x < peakX ? (x + 60) / (peakX + 60) : (width + 60 - x) / (width + 60 - peakX);
    const from = x < peakX ? leftY : rightY;
    const rise = u ** 1.9 * (1 - bend) + Math.sin((u * Math.PI) / 2) ** 2 * bend;
    points.push([x, from + (peakY - from) * rise]);
  }
  return points;
}

/** The long low swell of the nearest sand. */
function gentleCrest(width: number, y: number, rise: number, phase: number): Crest {
  const points: Point[] = [];
  for (let x = -60; x <= width + 60; x += 24) {
    points.push([x, y - Math.cos((x / width) * 3.4 + phase + 2.6) * rise]);
  }
  return points;
}

type Dune = { crest: Crest; peakX: number; t: number };

/** One dune: the lit side, and the slip face away from the light, edged by a winding line. */
function drawDune(
  canvas: Canvas,
  palette: LandscapePalette,
  dune: Dune,
  light: -1 | 1,
  sand: string,
  shade: string,
): void {
  const { width, height, short } = canvas;
  const { crest, peakX, t } = dune;
  const r = canvas.random(`dune${Math.round(peakX)}`);
  const pale = mix(sand, palette.haze, (1 - t) * 0.6);
  const dark = mix(shade, palette.haze, (1 - t) * 0.55);
  const body = polygon([...crest, [width + 80, height + 40], [-80, height + 40]]);
  const top = Math.min(...crest.map(([, y]) => y));
  canvas.path(
    body,
    canvas.linear(
      [
        [0, lighten(pale, 0.03)],
        [0.4, pale],
        [1, mix(pale, dark, 0.42)],
      ],
      { x1: 0, y1: top, x2: 0, y2: Math.min(height, top + short * 0.75) },
    ),
  );
  if (t === 1) return;
  canvas.group({ "clip-path": canvas.clip(body) }, () => {
    const peakY = crestAt(crest, peakX);
    const fall = short * (0.3 + 0.42 * t);
    const face: Point[] = [];
    const steps = 26;
    for (let i = 0; i <= steps; i++) {
      const u = i / steps;
      const swing =
        Math.sin(u * 5.2 + r.between(0, 0.02)) * short * 0.06 * u + light * u ** 1.35 * fall * 0.95;
      face.push([peakX + swing, peakY + fall * u]);
    }
    const side = crest.filter(([x]) => (light > 0 ? x <= peakX : x >= peakX));
    const ordered = light > 0 ? [...side].reverse() : side;
    const end = ordered.at(-1) ?? [peakX, peakY];
    const d = polygon([
      ...face.slice().reverse(),
      ...ordered,
      [end[0], height + 60],
      [face.at(-1)?.[0] ?? peakX, height + 60],
    ]);
    canvas.path(
      d,
      canvas.linear(
        [
          [0, dark],
          [0.55, mix(dark, pale, 0.25), 0.9],
          [1, mix(dark, pale, 0.55), 0.3],
        ],
        { x1: 0, y1: peakY, x2: 0, y2: peakY + fall * 1.15 },
      ),
    );
    if (t < 0.5) return;
    let ripples = "";
    for (let i = 0; i < 15; i++) {
      const y = peakY + fall * (0.42 + i * 0.075);
      const from = light > 0 ? peakX + short * 0.12 : peakX - short * 0.95;
      const line: Point[] = [];
      for (let k = 0; k <= 9; k++)
        line.push([
          from + (k / 9) * short * 0.83 + i * 9,
          y + Math.sin(k * 1.3 + i * 0.8) * 7 + k * 3,
        ]);
      ripples += smoothOpen(line);
    }
    canvas.stroke(ripples, mix(pale, dark, 0.6), 2, { "stroke-opacity": 0.28 });
  });
}

/** One camel in profile with a load, walking to `turn`; feet at (x, y), `s` its height. */
function camel(
  canvas: Canvas,
  colour: string,
  blanket: string,
  x: number,
  y: number,
  s: number,
  turn: -1 | 1,
  withRider: boolean,
): void {
  canvas.group({ transform: `translate(${n(x)} ${n(y)}) scale(${turn} 1)` }, () => {
    const p = (points: readonly Point[]) => points.map(([u, v]): Point => [u * s, -v * s]);
    for (const [top, foot] of [
      [-0.3, -0.4],
      [-0.24, -0.2],
      [0.18, 0.12],
      [0.26, 0.34],
    ] as const) {
      canvas.path(
        polygon(
          p([
            [top - 0.05, 0.55],
            [top + 0.06, 0.55],
            [foot + 0.03, 0],
            [foot - 0.025, 0],
          ]),
        ),
        colour,
      );
    }
    canvas.path(
      smoothClosed(
        p([
          [-0.4, 0.6],
          [-0.36, 0.7],
          [-0.2, 0.74],
          [-0.08, 0.9],
          [0.02, 0.92],
          [0.12, 0.76],
          [0.28, 0.7],
          [0.38, 0.62],
          [0.46, 0.6],
          [0.54, 0.72],
          [0.56, 0.92],
          [0.6, 1.0],
          [0.72, 0.98],
          [0.78, 0.92],
          [0.74, 0.87],
          [0.64, 0.88],
          [0.62, 0.66],
          [0.54, 0.48],
          [0.36, 0.44],
          [0.1, 0.42],
          [-0.2, 0.44],
          [-0.38, 0.48],
        ]),
      ),
      colour,
    );
    canvas.stroke(
      `M${n(-0.39 * s)} ${n(-0.62 * s)}Q${n(-0.46 * s)} ${n(-0.5 * s)} ${n(-0.43 * s)} ${n(-0.38 * s)}`,
      colour,
      s * 0.03,
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.2, 0.76],
          [-0.06, 0.95],
          [0.04, 0.96],
          [0.16, 0.76],
          [0.14, 0.54],
          [-0.18, 0.54],
        ]),
      ),
      blanket,
    );
    if (!withRider) return;
    canvas.path(
      smoothClosed(
        p([
          [-0.12, 0.9],
          [-0.1, 1.12],
          [-0.02, 1.22],
          [0.07, 1.12],
          [0.1, 0.9],
        ]),
      ),
      mix(blanket, "#ffffff", 0.6),
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.09, 1.24],
          [-0.07, 1.34],
          [0, 1.38],
          [0.07, 1.33],
          [0.08, 1.24],
          [0, 1.18],
        ]),
      ),
      mix(blanket, "#ffffff", 0.75),
    );
  });
}

function caravan(
  canvas: Canvas,
  palette: LandscapePalette,
  crest: Crest,
  facts: { from: number; to: number; count: number; size: number; turn: -1 | 1; light: -1 | 1 },
): void {
  const { from, to, count, size, turn, light } = facts;
  const colour = mix(palette.near, palette.accent, 0.06);
  const feet = Array.from(
    { length: count },
    (_, i) => from + ((to - from) * i) / Math.max(1, count - 1),
  );
  for (const x of feet)
    canvas.path(
      polygon([
        [x - size * 0.4, crestAt(crest, x) + 2],
        [x + size * 0.4, crestAt(crest, x) + 4],
        [x - light * size * 1.5, crestAt(crest, x) + size * 0.62],
      ]),
      palette.near,
      { "fill-opacity": 0.22 },
    );
  const rope: Point[] = feet.map((x) => [x + turn * size * 0.4, crestAt(crest, x) - size * 0.55]);
  canvas.stroke(smoothOpen(rope), colour, Math.max(1.2, size * 0.02), { "stroke-opacity": 0.6 });
  const cloths = [
    palette.accent,
    palette.extra[0] ?? palette.accent,
    palette.extra[1] ?? palette.accent,
  ];
  for (const [i, x] of feet.entries()) {
    camel(
      canvas,
      colour,
      cloths[i % 3] ?? palette.accent,
      x,
      crestAt(crest, x) + size * 0.03,
      size * (1 - 0.07 * (i % 2)),
      turn,
      i === (turn > 0 ? count - 1 : 0),
    );
  }
}

/** A saguaro with two or three arms, lit from one side. */
function cactus(
  canvas: Canvas,
  palette: LandscapePalette,
  x: number,
  y: number,
  s: number,
  light: -1 | 1,
  arms: 2 | 3,
): void {
  const green = mix(palette.extra[0] ?? "#4d6b45", "#3f6b4a", 0.75);
  const deep = mix(green, palette.near, 0.55);
  const limbs = [
    `M${n(x)} ${n(y)}V${n(y - s)}`,
    `M${n(x)} ${n(y - s * 0.4)}H${n(x - s * 0.2)}Q${n(x - s * 0.27)} ${n(y - s * 0.4)} ${n(x - s * 0.27)} ${n(y - s * 0.5)}V${n(y - s * 0.76)}`,
    `M${n(x)} ${n(y - s * 0.3)}H${n(x + s * 0.16)}Q${n(x + s * 0.24)} ${n(y - s * 0.3)} ${n(x + s * 0.24)} ${n(y - s * 0.4)}V${n(y - s * 0.6)}`,
  ];
  const widths = [s * 0.13, s * 0.09, s * 0.09];
  canvas.path(
    polygon([
      [x - s * 0.06, y],
      [x + s * 0.06, y],
      [x - light * s * 1.3, y + s * 0.2],
      [x - light * s * 1.36, y + s * 0.14],
    ]),
    palette.near,
    { "fill-opacity": 0.25 },
  );
  for (const [i, d] of limbs.slice(0, arms).entries()) canvas.stroke(d, deep, widths[i] ?? 10);
  for (const [i, d] of limbs.slice(0, arms).entries()) {
    const w = widths[i] ?? 10;
    canvas.stroke(d, green, w * 0.62, { transform: `translate(${n(light * w * 0.17)} 0)` });
    canvas.stroke(d, lighten(green, 0.1), w * 0.12, {
      transform: `translate(${n(light * w * 0.3)} 0)`,
    });
    canvas.stroke(d, deep, w * 0.06, {
      transform: `translate(${n(-light * w * 0.02)} 0)`,
      "stroke-opacity": 0.7,
    });
  }
}

function tents(
  canvas: Canvas,
  palette: LandscapePalette,
  crest: Crest,
  x: number,
  size: number,
): void {
  const spots = [
    [-1.9, 0.72],
    [2.0, 0.62],
    [0, 1],
  ] as const;
  const y = crestAt(crest, x) + size * 0.5;
  canvas.glow(x, y - size * 0.2, size * 3.2, palette.accent, 0.5);
  for (const [dx, k] of spots) {
    const s = size * k;
    const px = x + dx * size;
    const py = y + (k - 0.7) * size * 0.4;
    const cloth = mix(palette.accent, "#fff2cf", 0.35);
    canvas.path(
      polygon([
        [px - s * 1.1, py],
        [px - s * 0.85, py - s * 0.5],
        [px, py - s * 1.05],
        [px + s * 0.85, py - s * 0.5],
        [px + s * 1.1, py],
      ]),
      canvas.linear([
        [0, mix(cloth, palette.near, 0.42)],
        [1, cloth],
      ]),
    );
    for (const [u, v] of [
      [-0.85, -0.42],
      [0.1, 0.5],
    ] as const)
      canvas.path(
        polygon([
          [px + u * s, py - s * 0.48],
          [px, py - s * 1.05],
          [px + v * s, py - s * 0.48],
          [px + v * s * 1.06, py],
          [px + u * s * 1.06, py],
        ]),
        palette.extra[0] ?? palette.accent,
        { "fill-opacity": 0.5 },
      );
    canvas.path(
      polygon([
        [px - s * 0.2, py],
        [px - s * 0.04, py - s * 0.6],
        [px + s * 0.04, py - s * 0.6],
        [px + s * 0.22, py],
      ]),
      "#fff3c8",
    );
  }
}

function oasis(canvas: Canvas, palette: LandscapePalette, x: number, y: number, s: number): void {
  const r = canvas.random("palms");
  const leaf = mix(mix(palette.near, "#3f7d4a", 0.6), palette.haze, 0.06);
  const trunk = mix(palette.near, "#7a5230", 0.6);
  const pool = mix(palette.sky[0], palette.sky[1], 0.3);
  let bushes = "";
  for (let i = 0; i < 34; i++) {
    const u = r.between(-1.35, 1.35);
    bushes += blob(
      r,
      x + u * s,
      y + s * 0.03 - (1 - u * u * 0.5) * s * 0.05,
      s * r.between(0.05, 0.12),
      s * r.between(0.05, 0.1),
      0.16,
      9,
    );
  }
  canvas.path(bushes, mix(leaf, palette.haze, 0.25));
  const palm = (dx: number, k: number, lean: number, down = 0) =>
    drawPalm(canvas, canvas.random(`palm${dx}`), {
      foot: [x + dx * s, y + s * (0.05 + down)],
      head: [x + (dx + lean) * s, y + s * (0.05 + down) - s * k],
      size: s * k * 0.95,
      colour: trunk,
      leaf: down > 0 ? mix(leaf, palette.near, 0.3) : leaf,
    });
  palm(-0.5, 0.8, -0.1);
  palm(0.86, 0.66, 0.12);
  palm(0.42, 1.02, 0.12);
  palm(-0.12, 0.72, 0.05);
  canvas.path(ellipsePath(x, y + s * 0.17, s * 1.42, s * 0.14), mix(leaf, palette.haze, 0.1));
  canvas.path(
    ellipsePath(x, y + s * 0.19, s * 1.3, s * 0.11),
    canvas.linear([
      [0, mix(pool, leaf, 0.45)],
      [0.4, mix(pool, palette.sun, 0.3)],
      [1, pool],
    ]),
  );
  let light = "";
  for (let i = 0; i < 16; i++) {
    light += lens(
      x + r.between(-1, 1) * s,
      y + s * r.between(0.13, 0.26),
      s * r.between(0.05, 0.2),
      2.5,
    );
  }
  canvas.path(light, palette.sun, { "fill-opacity": 0.55 });
  palm(-1.12, 1.12, 0.16, 0.2);
}

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
        "hot",
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
