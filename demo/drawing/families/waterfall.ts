import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { fall, pool, spray, wall } from "../draw/falls";
import { clouds, layerColour, layers, lens, mistBand, sky, stars, sun } from "../draw/landscape";
import { blob, type Point, polygon, smoothClosed } from "../draw/path";
import { pineRow } from "../draw/pines";
import { keywordsOf, landscapePalette, title } from "../draw/words";
import type { Drawing, Family, Variant } from "../family";

function draw(canvas: Canvas, variant: Variant): Drawing {
  const palette = landscapePalette(variant.palette);
  const options = variant.options ?? {};
  const kind = String(options.kind ?? "single");
  const { width, height, short } = canvas;
  const isTall = height > width;
  const left = options.sun === "left";
  const mirror = (u: number) => (left ? 1 - u : u) * width;
  const horizon = height * 0.5;
  sky(canvas, palette, { horizonY: horizon });
  if (palette.hasStars) stars(canvas, palette, { untilY: horizon * 0.8, count: 160 });
  const disc = sun(canvas, palette, {
    x: mirror(0.8),
    y: height * Number(options.sunAt ?? 0.14),
    radius: short * 0.055,
    hidden: options.hidden === true,
  });
  clouds(canvas, palette, { fromY: height * 0.06, toY: height * 0.26, count: 2, kind: "streaks" });
  layers(canvas, palette, {
    from: height * 0.3,
    to: height * 0.42,
    count: 3,
    amplitude: height * 0.13,
    depth: [0.04, 0.34],
    shape: "alpine",
    frequency: 2,
  });
  const x = mirror(kind === "wide" ? 0.5 : 0.42);
  const top = height * (isTall ? 0.3 : 0.32);
  const basin = height * (isTall ? 0.78 : 0.77);
  const half = short * (kind === "wide" ? 0.2 : isTall ? 0.1 : 0.085);
  const woods = (
    part: string,
    y: (px: number) => number,
    tall: number,
    depth: number,
    from = -20,
    to = width + 20,
  ) => {
    const colour =
      palette.name === "autumn"
        ? mix(layerColour(palette, depth), "#b3541e", 0.35)
        : layerColour(palette, depth);
    canvas.path(
      pineRow(canvas.random(part), {
        from,
        to,
        at: y,
        height: short * tall,
        spacing: short * tall * 0.2,
        slim: 0.36,
      }),
      colour,
    );
  };
  woods("far", () => top + short * 0.02, 0.12, 0.46);
  wall(
    canvas,
    palette,
    "back",
    [-20, top + short * 0.03],
    [width + 20, top - short * 0.005],
    height,
    0.52,
  );
  mistBand(canvas, palette.haze, top + short * 0.1, basin + short * 0.05, 0.4);
  if (kind === "steps") {
    const middle = top + (basin - top) * 0.46;
    fall(canvas, palette, "upper", x - short * 0.07, top, middle + 10, half * 0.72);
    wall(
      canvas,
      palette,
      "ledge",
      [-20, middle + short * 0.04],
      [width + 20, middle - short * 0.01],
      height,
      0.64,
    );
    spray(canvas, palette, "mid", x - short * 0.07, middle, half * 0.8);
    fall(canvas, palette, "lower", x + short * 0.05, middle - 4, basin + 6, half * 1.15);
  } else if (kind === "twin") {
    fall(canvas, palette, "one", x - half * 1.7, top - 2, basin + 6, half * 0.95);
    fall(canvas, palette, "two", x + half * 1.5, top - 2, basin + 6, half * 0.6);
  } else fall(canvas, palette, "one", x, top - 2, basin + 6, half);
  pool(canvas, palette, basin, x, half);
  if (kind === "twin") {
    spray(canvas, palette, "foot", x - half * 1.7, basin + 4, half * 1.2);
    spray(canvas, palette, "foot2", x + half * 1.5, basin + 4, half * 0.85);
  } else {
    const footX = kind === "steps" ? x + short * 0.05 : x;
    spray(canvas, palette, "foot", footX, basin + 4, half * (kind === "wide" ? 1 : 1.5));
  }

  const front = (side: -1 | 1, reach: number, high: number) => {
    const edge = side < 0 ? -30 : width + 30;
    const inner = side < 0 ? reach * width : width - reach * width;
    const y = height * high;
    wall(
      canvas,
      palette,
      `front${side}`,
      side < 0 ? [edge, y] : [inner, basin + short * 0.03],
      side < 0 ? [inner, basin + short * 0.03] : [edge, y],
      height + 20,
      0.86,
      side < 0 ? [0, width * 0.12] : [-width * 0.12, 0],
    );
    const ground = (px: number) => y + ((basin + short * 0.03 - y) * (px - edge)) / (inner - edge);
    const [a, b] = side < 0 ? [edge, inner - width * 0.06] : [inner + width * 0.06, edge];
    woods(`pines${side}`, (px) => ground(px) + 6, isTall ? 0.26 : 0.24, 0.94, a, b);
  };
  front(-1, left ? 0.3 : 0.2, left ? 0.5 : 0.56);
  front(1, left ? 0.2 : 0.3, left ? 0.56 : 0.5);
  const r = canvas.random("stones");
  const stones: Point[] = [
    [0.2, 0.9],
    [0.3, 0.95],
    [0.68, 0.93],
    [0.82, 0.89],
    [0.55, 0.985],
  ];
  for (const [u, v] of stones) {
    const s = short * r.between(0.035, 0.075);
    const [px, py] = [mirror(u), height * v];
    const colour = layerColour(palette, 0.82);
    const shape = smoothClosed([
      [px - s * 1.4, py + s * 0.3],
      [px - s, py - s * 0.5],
      [px - s * 0.1, py - s * 0.8],
      [px + s * 0.9, py - s * 0.4],
      [px + s * 1.4, py + s * 0.3],
    ]);
    canvas.path(
      shape,
      canvas.linear([
        [0, lighten(mix(colour, palette.haze, 0.3), 0.03)],
        [0.5, colour],
        [1, mix(colour, palette.near, 0.6)],
      ]),
    );
    canvas.path(lens(px, py + s * 0.3, s * 1.7, s * 0.09), mix(palette.sun, "#ffffff", 0.4), {
      "fill-opacity": 0.55,
    });
  }
  const hasPerson = options.person === true;
  if (hasPerson) {
    const [px, py, s] = [mirror(0.68), height * 0.93 - short * 0.045, short * 0.13];
    const p = (points: readonly Point[]) => points.map(([u, v]): Point => [px + u * s, py - v * s]);
    const dark = mix(palette.near, palette.haze, 0.05);
    canvas.path(
      polygon(
        p([
          [-0.1, 0.46],
          [-0.1, 0],
          [-0.01, 0],
          [0, 0.36],
          [0.02, 0],
          [0.11, 0],
          [0.1, 0.46],
        ]),
      ),
      dark,
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.13, 0.42],
          [-0.14, 0.72],
          [-0.06, 0.82],
          [0.06, 0.82],
          [0.14, 0.72],
          [0.13, 0.42],
        ]),
      ),
      palette.accent,
    );
    canvas.path(
      smoothClosed(
        p([
          [-0.11, 0.5],
          [-0.11, 0.74],
          [0.08, 0.76],
          [0.09, 0.5],
        ]),
      ),
      mix(palette.accent, palette.near, 0.45),
    );
    canvas.path(blob(r, px, py - s * 0.92, s * 0.075, s * 0.085, 0.04), dark);
  }
  const word = canvas.random("name");
  const subject =
    kind === "wide"
      ? "Wide waterfall"
      : kind === "twin"
        ? "Two waterfalls side by side"
        : kind === "steps"
          ? word.pick(["Waterfall in two steps", "Waterfall falling over two ledges"])
          : "Tall waterfall";
  return {
    name: title(
      hasPerson
        ? kind === "twin"
          ? "Hiker in front of two waterfalls"
          : `Hiker in front of a ${subject.toLowerCase()}`
        : subject,
      hasPerson ? "" : "between pines",
      word.pick(palette.words),
    ),
    keywords: keywordsOf(
      palette,
      [
        "waterfall",
        "water",
        "river",
        "rock",
        "cliff",
        "forest",
        "trees",
        "pine",
        "nature",
        "mountains",
        hasPerson && "hiker",
        hasPerson && "person",
        hasPerson && "hiking",
      ],
      disc,
    ),
    grain: 6,
  };
}

export const waterfall: Family = {
  slug: "waterfall",
  host: "northfold.localhost",
  rating: "strict",
  isCutOut: false,
  variants: [
    { aspect: "2:3", palette: "mint", options: { kind: "single", sun: "right", person: true } },
    { aspect: "3:2", palette: "autumn", options: { kind: "wide", sun: "right" } },
    { aspect: "4:5", palette: "dusk", options: { kind: "steps", sun: "left" } },
    { aspect: "3:2", palette: "noon", options: { kind: "twin", sun: "left", person: true } },
    { aspect: "9:16", palette: "violet", options: { kind: "steps", sun: "right", hidden: true } },
  ],
  draw,
};
