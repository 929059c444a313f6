import "server-only";
import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { layerColour, layers, lens, mistBand, pineRow, sky, stars } from "../draw/landscape";
import { LANDSCAPE, type LandscapePalette } from "../draw/palettes";
import { n, type Point, polygon, smoothClosed } from "../draw/path";
import { fbm } from "../draw/random";
import { keywordsOf, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

type Curtain = {
  y: number;
  tall: number;
  colour: string;
  top: string;
  alpha: number;
  sway: number;
  from: number;
  to: number;
};

/** The colours a curtain can have: at its foot and at its upper end. */
const LIGHTS: Record<string, readonly [foot: string, upper: string, third: string]> = {
  green: ["#4cf0a8", "#28c7c0", "#7b5cff"],
  violet: ["#b06cff", "#ff6fa8", "#4cf0a8"],
  teal: ["#28d7e0", "#3f6bff", "#4cf0a8"],
  pink: ["#ff7bb0", "#8a5cff", "#5ce8c8"],
};

/**
 * One curtain of light: narrow strips side by side along a swaying line, each with its own height
 * and strength. A gradient in shares of the shape fits itself to every strip.
 */
function curtain(canvas: Canvas, seed: string, c: Curtain, step: number): void {
  const { width } = canvas;
  const line = fbm(`${canvas.id}/${seed}/line`, 3);
  const rays = fbm(`${canvas.id}/${seed}/rays`, 4);
  const folds = fbm(`${canvas.id}/${seed}/folds`, 2);
  const levels = 6;
  const fills = Array.from({ length: levels }, (_, level) => {
    const a = (c.alpha * (level + 1.2)) / levels;
    return canvas.linear([
      [0, c.top, 0],
      [0.35, c.top, a * 0.3],
      [0.66, mix(c.top, c.colour, 0.6), a * 0.6],
      [0.86, c.colour, a],
      [0.93, lighten(c.colour, 0.08), a * 0.6],
      [1, c.colour, 0],
    ]);
  });
  const at = (x: number) => c.y + line((x / width) * 2.2 + 3) * c.sway;
  for (let x = c.from; x < c.to; x += step) {
    const edge = Math.min(1, (x - c.from) / 160, (c.to - x) / 160);
    const power = edge * (0.6 + 0.5 * folds((x / width) * 3) + 0.35 * rays((x / width) * 34));
    const fill = fills[Math.max(-1, Math.min(levels - 1, Math.floor(power * levels)))];
    if (!fill) continue;
    const tall = c.tall * (0.8 + 0.45 * rays((x / width) * 26 + 40));
    const lean = (x / width - 0.5) * c.tall * 0.28;
    const foot = at(x);
    canvas.path(
      `M${n(x)} ${n(foot)}H${n(x + step + 1.5)}L${n(x + step + 1.5 + lean)} ${n(foot - tall)}H${n(x + lean)}z`,
      fill,
    );
  }
}

function lightsOver(
  canvas: Canvas,
  name: string,
  horizon: number,
  form: string,
  isMirrored = false,
): void {
  const { width } = canvas;
  const [foot, upper, third] = LIGHTS[name] ?? LIGHTS.green ?? ["#4cf0a8", "#28c7c0", "#7b5cff"];
  if (!isMirrored) canvas.glow(width * 0.5, horizon * 0.7, width * 0.4, foot, 0.3);
  const rows: Curtain[] =
    form === "arc"
      ? [
          {
            y: horizon * 0.5,
            tall: horizon * 0.5,
            colour: third,
            top: upper,
            alpha: 0.34,
            sway: horizon * 0.2,
            from: -40,
            to: width + 40,
          },
          {
            y: horizon * 0.8,
            tall: horizon * 0.66,
            colour: foot,
            top: upper,
            alpha: 0.72,
            sway: horizon * 0.16,
            from: -40,
            to: width + 40,
          },
        ]
      : form === "columns"
        ? [
            {
              y: horizon * 0.92,
              tall: horizon * 0.95,
              colour: foot,
              top: upper,
              alpha: 0.6,
              sway: horizon * 0.2,
              from: width * 0.02,
              to: width * 0.46,
            },
            {
              y: horizon * 0.78,
              tall: horizon * 0.8,
              colour: foot,
              top: third,
              alpha: 0.78,
              sway: horizon * 0.24,
              from: width * 0.34,
              to: width * 1.02,
            },
          ]
        : [
            {
              y: horizon * 0.4,
              tall: horizon * 0.4,
              colour: upper,
              top: third,
              alpha: 0.4,
              sway: horizon * 0.22,
              from: -40,
              to: width * 0.72,
            },
            {
              y: horizon * 0.62,
              tall: horizon * 0.52,
              colour: foot,
              top: third,
              alpha: 0.6,
              sway: horizon * 0.26,
              from: width * 0.2,
              to: width + 40,
            },
            {
              y: horizon * 0.86,
              tall: horizon * 0.5,
              colour: foot,
              top: upper,
              alpha: 0.7,
              sway: horizon * 0.2,
              from: -40,
              to: width + 40,
            },
          ];
  for (const [i, row] of rows.entries()) curtain(canvas, `curtain${i}`, row, isMirrored ? 22 : 9);
}

/** A tent with a lamp in it, and its light on the ground. */
function tent(canvas: Canvas, x: number, y: number, size: number): void {
  const lamp = "#ffb35c";
  canvas.glow(x, y - size * 0.3, size * 2.6, lamp, 0.5);
  canvas.path(
    polygon([
      [x - size, y],
      [x - size * 0.12, y - size],
      [x + size, y],
    ]),
    canvas.linear([
      [0, "#c9622f"],
      [0.7, "#ff9d4a"],
      [1, "#ffcf86"],
    ]),
  );
  canvas.path(
    polygon([
      [x - size * 0.12, y - size],
      [x + size, y],
      [x + size * 0.3, y],
    ]),
    "#8a3f2a",
    { "fill-opacity": 0.75 },
  );
  canvas.path(
    polygon([
      [x - size * 0.12, y - size * 0.96],
      [x + size * 0.24, y],
      [x - size * 0.16, y],
    ]),
    "#fff0c4",
  );
  canvas.path(
    polygon([
      [x - size * 0.12, y - size * 0.5],
      [x + size * 0.02, y],
      [x - size * 0.13, y],
    ]),
    "#7a3a20",
    { "fill-opacity": 0.55 },
  );
}

/** A red cabin with snow on its roof and lit windows. */
function cabin(
  canvas: Canvas,
  palette: LandscapePalette,
  x: number,
  y: number,
  size: number,
): void {
  const wall = "#8a2f2a";
  const snow = mix("#ffffff", palette.sky[2], 0.28);
  canvas.glow(x, y - size * 0.3, size * 2.4, "#ffc46b", 0.4);
  canvas.rect(
    x - size,
    y - size * 0.62,
    size * 2,
    size * 0.66,
    canvas.linear([
      [0, mix(wall, palette.near, 0.25)],
      [1, mix(wall, palette.near, 0.45)],
    ]),
  );
  canvas.path(
    polygon([
      [x - size, y - size * 0.6],
      [x - size * 0.62, y - size * 1.24],
      [x + size * 0.62, y - size * 1.24],
      [x + size, y - size * 0.6],
    ]),
    mix(wall, palette.near, 0.5),
  );
  canvas.path(
    smoothClosed([
      [x - size * 1.16, y - size * 0.52],
      [x - size * 0.68, y - size * 1.3],
      [x, y - size * 1.36],
      [x + size * 0.68, y - size * 1.3],
      [x + size * 1.16, y - size * 0.52],
      [x, y - size * 0.6],
    ]),
    snow,
  );
  canvas.rect(
    x + size * 0.3,
    y - size * 1.6,
    size * 0.2,
    size * 0.36,
    mix(wall, palette.near, 0.6),
  );
  for (const u of [-0.66, 0.28]) {
    canvas.rect(x + u * size, y - size * 0.46, size * 0.38, size * 0.28, "#ffe2a0");
    canvas.rect(x + (u + 0.17) * size, y - size * 0.46, size * 0.03, size * 0.28, wall);
  }
  canvas.rect(
    x - size * 0.12,
    y - size * 0.46,
    size * 0.24,
    size * 0.5,
    mix(wall, palette.near, 0.7),
  );
}

/** Two people from behind in winter coats, looking up. */
function people(canvas: Canvas, colour: string, x: number, y: number, size: number): void {
  const figures = [
    { dx: -0.27, k: 1, hat: "#e4572e" },
    { dx: 0.24, k: 0.9, hat: "#ffb35c" },
  ];
  for (const { dx, k, hat } of figures) {
    const s = size * k;
    const px = x + dx * size;
    canvas.path(lens(px, y - s * 0.005, s * 0.3, s * 0.045), colour, { "fill-opacity": 0.55 });
    const p = (points: readonly Point[]) => points.map(([u, v]): Point => [px + u * s, y - v * s]);
    canvas.path(
      polygon(
        p([
          [-0.09, 0.45],
          [-0.1, 0.02],
          [-0.015, 0.02],
          [-0.01, 0.36],
          [0.01, 0.36],
          [0.015, 0.02],
          [0.1, 0.02],
          [0.09, 0.45],
        ]),
      ),
      colour,
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.115, 0.36],
          [-0.1, 0.6],
          [-0.13, 0.74],
          [-0.08, 0.81],
          [0, 0.83],
          [0.08, 0.81],
          [0.13, 0.74],
          [0.1, 0.6],
          [0.115, 0.36],
          [0, 0.35],
        ]),
      ),
      colour,
    );
    for (const side of [-1, 1]) {
      canvas.stroke(
        `M${n(px + side * 0.105 * s)} ${n(y - 0.76 * s)}Q${n(px + side * 0.17 * s)} ${n(y - 0.6 * s)} ${n(px + side * 0.135 * s)} ${n(y - 0.44 * s)}`,
        colour,
        s * 0.062,
      );
    }
    canvas.path(
      smoothClosed(
        p([
          [-0.06, 0.9],
          [-0.055, 0.84],
          [0, 0.82],
          [0.055, 0.84],
          [0.06, 0.9],
          [0, 0.95],
        ]),
      ),
      colour,
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.075, 0.83],
          [-0.07, 0.79],
          [0.07, 0.79],
          [0.075, 0.83],
          [0, 0.85],
        ]),
      ),
      mix(hat, colour, 0.3),
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.068, 0.905],
          [-0.06, 0.885],
          [0.06, 0.885],
          [0.068, 0.905],
          [0.055, 0.97],
          [0, 0.995],
          [-0.055, 0.97],
        ]),
      ),
      mix(hat, colour, 0.12),
    );
  }
}

const WATER_WORDS = ["over a still lake", "above a dark lake"];

function draw(canvas: Canvas, variant: Variant): Drawing {
  const palette = LANDSCAPE.aurora;
  const options = variant.options ?? {};
  const ground = String(options.ground ?? "lake");
  const what = String(options.with ?? "");
  const lights = String(options.lights ?? "green");
  const { width, height, short } = canvas;
  const isTall = height > width;
  const horizon = height * (ground === "lake" ? 0.6 : 0.66);
  const r = canvas.random("scene");
  sky(canvas, palette, { horizonY: horizon });
  stars(canvas, palette, { untilY: horizon, count: 340 });
  lightsOver(canvas, lights, horizon, String(options.form ?? "bands"));
  const [foot] = LIGHTS[lights] ?? ["#4cf0a8"];

  const crests = layers(canvas, palette, {
    from: horizon - short * 0.07,
    to: horizon - short * 0.01,
    count: 3,
    amplitude: short * (options.peaks === true ? 0.2 : 0.08),
    shape: options.peaks === true ? "alpine" : "rolling",
    depth: [0.3, 0.8],
    frequency: 2.3,
    bottom: ground === "lake" ? horizon + 2 : height,
    mist: 0.5,
  });
  if (ground === "lake") {
    const deep = canvas.linear([
      [0, mix(foot, palette.sky[2], 0.62)],
      [0.3, mix(mix(foot, palette.sky[1], 0.75), palette.near, 0.1)],
      [1, mix(palette.sky[0], palette.near, 0.4)],
    ]);
    canvas.rect(-5, horizon, width + 10, height, deep);
    canvas.group(
      {
        transform: `translate(0 ${n(horizon * 1.8)}) scale(1 -0.8)`,
        opacity: 0.34,
        "clip-path": canvas.clip(
          polygon([
            [-9, 0],
            [width + 9, 0],
            [width + 9, horizon],
            [-9, horizon],
          ]),
        ),
      },
      () => {
        lightsOver(canvas, lights, horizon, String(options.form ?? "bands"), true);
        for (const { d, colour } of crests) canvas.path(d, colour);
      },
    );
    let dark = "";
    let pale = "";
    for (let i = 0; i < 120; i++) {
      const t = r.next();
      const d = lens(
        r.next() * width,
        horizon + 6 + t ** 1.4 * (height - horizon),
        canvas.long * r.between(0.015, 0.06) * (0.3 + t),
        0.8 + 3 * t,
      );
      if (i % 2) dark += d;
      else pale += d;
    }
    canvas.path(dark, palette.near, { "fill-opacity": 0.35 });
    canvas.path(pale, mix(foot, palette.sun, 0.3), { "fill-opacity": 0.2 });
    const shore = pineRow(r, {
      from: -20,
      to: width + 20,
      at: () => horizon + 5,
      height: (x) => short * (0.045 + 0.03 * Math.sin(x / 110) * Math.cos(x / 47)),
      spacing: short * 0.015,
    });
    canvas.path(shore, layerColour(palette, 0.92));
    canvas.rect(-5, horizon, width + 10, 6, layerColour(palette, 0.92));
  } else {
    const snow = mix(mix(palette.sun, palette.sky[2], 0.5), foot, 0.12);
    const field: Point[] = [];
    for (let i = 0; i <= 24; i++) {
      const x = (i / 24) * (width + 80) - 40;
      field.push([
        x,
        horizon + short * (0.05 + 0.03 * Math.sin(x / 260 + 2) + 0.012 * Math.sin(x / 90)),
      ]);
    }
    for (const [i, size] of [0.055, 0.085].entries()) {
      const row = pineRow(canvas.random(`far${i}`), {
        from: -20,
        to: width + 20,
        at: (x) => horizon + short * (0.055 + 0.03 * Math.sin(x / 260 + 2)),
        height: (x) => short * size * (1 + 0.5 * Math.sin(x / 130 + i)),
        spacing: short * 0.024,
      });
      canvas.path(row, layerColour(palette, 0.62 + 0.25 * i));
    }
    canvas.path(
      polygon([...field, [width + 40, height + 20], [-40, height + 20]]),
      canvas.linear([
        [0, snow],
        [0.5, mix(snow, palette.sky[1], 0.45)],
        [1, mix(snow, palette.sky[0], 0.72)],
      ]),
    );
    let drift = "";
    for (let i = 0; i < 26; i++) {
      const t = r.next();
      drift += lens(
        r.next() * width,
        horizon + short * 0.1 + t * (height - horizon),
        short * r.between(0.05, 0.2) * (0.4 + t),
        3 + 8 * t,
      );
    }
    canvas.path(drift, mix(snow, foot, 0.35), { "fill-opacity": 0.16 });
  }
  mistBand(
    canvas,
    mix(palette.haze, foot, 0.3),
    horizon - short * 0.06,
    horizon + short * 0.06,
    0.3,
  );

  const right = options.side === "right";
  const big = pineRow(canvas.random("big"), {
    from: right ? width * 0.74 : -20,
    to: right ? width + 30 : width * 0.26,
    at: () => height + 10,
    height: (x) =>
      short *
      (isTall ? 0.5 : 0.62) *
      Math.max(0, 1 - (Math.abs(x - (right ? width : 0)) / (width * 0.34)) * 0.8),
    spacing: short * 0.085,
    slim: 0.34,
  });
  const place = { x: width * (right ? 0.36 : 0.64), y: height * 0.9 };
  if (ground === "lake" && what) {
    const bank = smoothClosed([
      [-60, height * 0.9],
      [width * 0.3, height * 0.925],
      [place.x, place.y - short * 0.012],
      [width * 0.85, height * 0.91],
      [width + 60, height * 0.89],
      [width + 60, height + 60],
      [-60, height + 60],
    ]);
    canvas.path(
      bank,
      canvas.linear([
        [0, layerColour(palette, 0.84)],
        [1, palette.near],
      ]),
    );
  }
  if (what === "tent") tent(canvas, place.x, place.y + short * 0.012, short * 0.095);
  if (what === "cabin") cabin(canvas, palette, place.x, height * 0.87, short * 0.135);
  if (what === "people")
    people(canvas, mix(palette.near, palette.sky[1], 0.12), place.x, height * 0.95, short * 0.3);
  canvas.path(big, mix(palette.near, palette.sky[1], 0.08));

  const word = canvas.random("name");
  const colourName =
    { green: "Green", violet: "Violet", teal: "Blue-green", pink: "Pink" }[lights] ?? "Green";
  const over =
    ground === "lake"
      ? word.pick(WATER_WORDS)
      : word.pick(["over a snow field", "above snowy ground"]);
  const subject =
    what === "tent"
      ? "a glowing tent"
      : what === "cabin"
        ? "a red cabin"
        : what === "people"
          ? "two people"
          : "";
  return {
    name: title(
      colourName,
      word.pick(["northern lights", "aurora"]),
      subject ? `above ${subject}` : over,
      subject && (ground === "lake" ? "by a lake" : "in the snow"),
    ),
    keywords: keywordsOf(palette, [
      "aurora",
      "northern",
      "lights",
      "polar",
      "stars",
      "sky",
      colourName.toLowerCase(),
      ground === "lake" ? "lake" : "snow",
      ground === "lake" ? "water" : "winter",
      ground === "lake" && "reflection",
      "trees",
      "pine",
      options.peaks === true && "mountains",
      what,
      what === "tent" && "camping",
      what === "people" && "person",
      what === "cabin" && "house",
    ]),
    grain: 6,
  };
}

export const aurora: Family = {
  slug: "aurora",
  host: "northfold.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    {
      aspect: "3:2",
      palette: "green",
      options: { lights: "green", ground: "lake", with: "tent", side: "right", form: "arc" },
    },
    {
      aspect: "2:3",
      palette: "violet",
      options: { lights: "violet", ground: "snow", with: "cabin", side: "left", form: "columns" },
    },
    {
      aspect: "16:9",
      palette: "teal",
      options: { lights: "teal", ground: "lake", peaks: true, side: "left", form: "bands" },
    },
    {
      aspect: "1:1",
      palette: "green",
      options: { lights: "green", ground: "snow", with: "people", side: "right", form: "columns" },
    },
    {
      aspect: "3:2",
      palette: "pink",
      options: {
        lights: "pink",
        ground: "snow",
        peaks: true,
        with: "cabin",
        side: "right",
        form: "arc",
      },
    },
    {
      aspect: "4:5",
      palette: "teal",
      options: {
        lights: "teal",
        ground: "lake",
        with: "tent",
        side: "left",
        form: "columns",
        peaks: true,
      },
    },
  ],
  draw,
};
