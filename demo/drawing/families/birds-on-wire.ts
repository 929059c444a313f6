import type { Canvas } from "../draw/canvas";
import { mix } from "../draw/colour";
import { clouds, layerColour, layers, mistBand, sky, stars, sun } from "../draw/landscape";
import type { LandscapePalette } from "../draw/palettes";
import { n, polygon } from "../draw/path";
import { branch, onWire, pole, type Wire } from "../draw/perch";
import { sittingBird, swallow } from "../draw/sitting-bird";
import { countWord, keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

function houses(canvas: Canvas, palette: LandscapePalette, base: number): void {
  const { width, height, short } = canvas;
  const r = canvas.random("town");
  for (let i = 0; i < 2; i++) {
    const colour = layerColour(palette, 0.6 + 0.38 * i);
    let d = "";
    let lights = "";
    for (let x = -30; x < width + 30; ) {
      const w = short * r.between(0.07, 0.15);
      const h = short * r.between(0.06, 0.13) * (1.25 - 0.3 * i);
      const y = base + i * short * 0.06;
      d += polygon([
        [x, height + 20],
        [x, y - h],
        [x + w * 0.5, y - h - w * r.between(0.25, 0.5)],
        [x + w, y - h],
        [x + w, height + 20],
      ]);
      if (r.chance(0.6))
        d += polygon([
          [x + w * 0.68, y - h],
          [x + w * 0.68, y - h - w * 0.5],
          [x + w * 0.8, y - h - w * 0.5],
          [x + w * 0.8, y - h],
        ]);
      if (i === 1) {
        for (const u of [0.2, 0.58])
          if (r.chance(0.62))
            lights += polygon([
              [x + u * w, y - h * 0.7],
              [x + (u + 0.2) * w, y - h * 0.7],
              [x + (u + 0.2) * w, y - h * 0.36],
              [x + u * w, y - h * 0.36],
            ]);
      }
      x += w * r.between(0.92, 1.15);
    }
    canvas.path(d, colour);
    if (palette.isDark) canvas.path(lights, mix(palette.accent, "#fff2c4", 0.35));
  }
}

function draw(canvas: Canvas, variant: Variant): Drawing {
  const palette = landscapePalette(variant.palette);
  const options = variant.options ?? {};
  const count = Number(options.birds ?? 5);
  const seat = String(options.seat ?? "wires");
  const { width, height, short } = canvas;
  const isTall = height > width;
  const left = options.sun === "left";
  const mirror = (u: number) => (left ? 1 - u : u) * width;
  const horizon = height * 0.84;
  const r = canvas.random("birds");
  const dark = mix(palette.near, palette.sky[0], 0.04);
  sky(canvas, palette, { horizonY: horizon });
  if (palette.hasStars) stars(canvas, palette, { untilY: horizon, count: 200 });
  const disc = sun(canvas, palette, {
    x: mirror(0.66),
    y: height * Number(options.sunAt ?? 0.56),
    radius: short * Number(options.sunSize ?? 0.21),
    hidden: options.hidden === true,
  });
  clouds(canvas, palette, { fromY: height * 0.1, toY: height * 0.7, count: 3, kind: "streaks" });
  layers(canvas, palette, {
    from: horizon - short * 0.02,
    to: horizon + short * 0.08,
    count: 3,
    amplitude: short * 0.05,
    depth: [0.18, 0.85],
  });
  mistBand(canvas, palette.haze, horizon - short * 0.1, horizon + short * 0.08, 0.4);
  const hasTown = options.town === true;
  if (hasTown) houses(canvas, palette, height * 0.92);

  const wires: Wire[] =
    seat === "branch"
      ? [
          {
            from: [mirror(-0.04), height * (isTall ? 0.62 : 0.66)],
            to: [mirror(0.84), height * (isTall ? 0.46 : 0.4)],
            sag: -short * 0.03,
          },
        ]
      : [
          {
            from: [mirror(0.13), height * 0.26],
            to: [mirror(1.08), height * 0.3],
            sag: short * 0.07,
          },
          {
            from: [mirror(0.13), height * 0.42],
            to: [mirror(1.08), height * 0.5],
            sag: short * 0.08,
          },
          {
            from: [mirror(0.13), height * 0.48],
            to: [mirror(1.08), height * 0.64],
            sag: short * 0.1,
          },
        ];
  if (seat === "branch") {
    const blossom = options.blossom === true ? mix("#ffd9e2", palette.sun, 0.3) : undefined;
    for (const wire of wires) branch(canvas, dark, wire, blossom);
  } else {
    const s = short * 0.28;
    for (const wire of wires) {
      const line = Array.from({ length: 25 }, (_, i) => onWire(wire, i / 24));
      const before: Wire = {
        ...wire,
        from: wire.from,
        to: [mirror(-0.3), wire.from[1] - short * 0.03],
      };
      canvas.stroke(`M${line.map(([x, y]) => `${n(x)} ${n(y)}`).join("L")}`, dark, short * 0.0045);
      canvas.stroke(
        `M${Array.from({ length: 9 }, (_, i) => onWire(before, i / 8))
          .map(([x, y]) => `${n(x)} ${n(y)}`)
          .join("L")}`,
        dark,
        short * 0.0045,
      );
    }
    pole(canvas, dark, mirror(0.13), height * 0.36, height + 20, s);
  }
  const size = short * Number(options.size ?? 0.12);
  const lead = wires[seat === "branch" ? 0 : 1] ?? wires[0];
  for (let i = 0; i < count; i++) {
    const wire =
      seat === "branch" ? lead : (wires[[1, 1, 0, 1, 2, 0, 2, 1, 2][i % 9] ?? 1] ?? lead);
    if (!wire) continue;
    const onIt =
      seat === "branch"
        ? 0.3 + (0.56 * (i + 0.5)) / count
        : ([0.36, 0.55, 0.3, 0.46, 0.62, 0.72, 0.4, 0.84, 0.78][i % 9] ?? 0.5);
    const [x, y] = onWire(wire, onIt);
    const isBright = i === Math.min(count - 1, 1);
    const colour = isBright ? palette.accent : mix(dark, palette.sky[0], 0.05);
    sittingBird(
      canvas,
      x,
      y,
      size * r.between(0.88, 1.1),
      r.chance(0.55) ? 1 : -1,
      colour,
      isBright ? mix(palette.accent, palette.near, 0.35) : mix(dark, palette.sky[1], 0.22),
    );
  }
  if (options.swallows === true) {
    let d = "";
    for (const [u, v, s, a] of [
      [0.2, 0.18, 0.09, -0.5],
      [0.34, 0.1, 0.06, -0.2],
      [0.86, 0.14, 0.075, 2.7],
      [0.44, 0.24, 0.05, 0.3],
    ] as const)
      d += swallow(mirror(u), height * v, short * s, a);
    canvas.path(d, dark);
  }
  const word = canvas.random("name");
  const birdsWord = count === 1 ? "A bird" : `${countWord(count)} birds`;
  const on =
    seat === "branch"
      ? options.blossom === true
        ? "on a flowering branch"
        : "on a bare branch"
      : "on telephone wires";
  const before =
    disc === "none"
      ? ""
      : disc === "moon"
        ? "before a full moon"
        : word.pick(["before a low sun", "before a large sun"]);
  return {
    name: title(
      birdsWord,
      hasTown && seat === "wires" ? "on wires above the roofs" : on,
      before,
      hasTown || before === "" || seat === "branch" ? word.pick(palette.words) : "",
    ),
    keywords: keywordsOf(
      palette,
      [
        "birds",
        "bird",
        "silhouette",
        "sky",
        seat === "branch" ? "branch" : "wires",
        seat === "branch" ? "tree" : "telephone",
        options.blossom === true && "blossom",
        options.blossom === true && "flowers",
        options.blossom === true && "cherry",
        options.swallows === true && "swallows",
        hasTown && "town",
        hasTown && "houses",
      ],
      disc,
    ),
    grain: 6,
  };
}

export const birdsOnWire: Family = {
  slug: "birds-on-wire",
  host: "fieldnotes.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    { aspect: "16:9", palette: "sunset", options: { birds: 7, sun: "right", swallows: true } },
    {
      aspect: "4:5",
      palette: "rose",
      options: {
        birds: 2,
        seat: "branch",
        blossom: true,
        sun: "right",
        size: 0.2,
        sunAt: 0.3,
        sunSize: 0.16,
      },
    },
    {
      aspect: "3:2",
      palette: "dusk",
      options: { birds: 5, town: true, sun: "left", sunAt: 0.42, sunSize: 0.15 },
    },
    {
      aspect: "1:1",
      palette: "golden",
      options: { birds: 3, seat: "branch", sun: "left", size: 0.19, sunAt: 0.42, sunSize: 0.27 },
    },
    {
      aspect: "3:2",
      palette: "mint",
      options: { birds: 9, sun: "right", hidden: true, size: 0.13 },
    },
    {
      aspect: "3:2",
      palette: "night",
      options: { birds: 1, seat: "branch", sun: "right", size: 0.34, sunAt: 0.36, sunSize: 0.24 },
    },
  ],
  draw,
};
