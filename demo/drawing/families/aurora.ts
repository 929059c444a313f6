import { LIGHTS, lightsOver } from "../draw/aurora-curtain";
import type { Canvas } from "../draw/canvas";
import { mix } from "../draw/colour";
import { layerColour, layers, lens, mistBand, sky, stars } from "../draw/landscape";
import { LANDSCAPE } from "../draw/palettes";
import { n, type Point, polygon, smoothClosed } from "../draw/path";
import { pineRow } from "../draw/pines";
import { cabin, people, tent } from "../draw/winter-camp";
import { keywordsOf, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

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
