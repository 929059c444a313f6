import type { Canvas } from "../draw/canvas";
import { lighten, mix } from "../draw/colour";
import { contour, heightField } from "../draw/contours";
import { type Point, smoothOpen } from "../draw/path";
import { at, circle, line, ramp } from "../draw/print";
import { noise } from "../draw/random";
import type { Drawing, Family } from "../family";

type Land = "island" | "lake" | "range" | "bay";

/** Colours from the lowest to the highest level, the line and the trail. */
const SHEETS: Record<string, { steps: readonly string[]; trail: string; word: string }> = {
  atlas: {
    steps: [
      "#123f52",
      "#1f6f7d",
      "#5fb0a5",
      "#f1e3b6",
      "#c9c77f",
      "#8aa35a",
      "#c99a55",
      "#a9663e",
      "#f4ead6",
    ],
    trail: "#c8402f",
    word: "green and blue",
  },
  indigo: {
    steps: ["#0f1a38", "#1f3768", "#37609b", "#6d95c6", "#a9c4de", "#dfe6ea", "#f7f3e8"],
    trail: "#c9433a",
    word: "shades of blue",
  },
  clay: {
    steps: ["#3b2420", "#7a3f2c", "#b5633f", "#d99a63", "#ecc898", "#f5e6cd"],
    trail: "#3f5e5a",
    word: "terracotta and sand",
  },
  forest: {
    steps: ["#123329", "#1f5a43", "#4d8a57", "#93b56f", "#d3cf90", "#f3ebcf"],
    trail: "#c9512f",
    word: "shades of green",
  },
  plum: {
    steps: ["#2d1b4a", "#5b2f6e", "#9a4a7d", "#d8788a", "#f0ab95", "#fbe0c2"],
    trail: "#4b3b8b",
    word: "plum and peach",
  },
};
const WORDS: Record<Land, { name: string; keywords: readonly string[] }> = {
  island: {
    name: "Paper map of an island with a trail to the summit",
    keywords: ["island", "sea", "water", "summit", "trail"],
  },
  lake: {
    name: "Paper relief of a deep lake between hills",
    keywords: ["lake", "water", "hills", "depth"],
  },
  range: {
    name: "Paper relief of a mountain range with a trail",
    keywords: ["mountain", "mountains", "range", "summit", "trail"],
  },
  bay: {
    name: "Paper map of a bay with small islands",
    keywords: ["bay", "sea", "water", "islands", "coast"],
  },
};

/** A landscape from straight above in layers of paper, each lit from the upper left. */
export const contourMap: Family = {
  slug: "contour-map",
  host: "papercraft.localhost",
  rating: "strict",
  isCutOut: false,
  isGraphic: true,
  variants: [
    { aspect: "3:2", palette: "atlas", options: { land: "island" } },
    { aspect: "4:5", palette: "indigo", options: { land: "lake" } },
    { aspect: "16:9", palette: "clay", options: { land: "range" } },
    { aspect: "1:1", palette: "forest", options: { land: "bay" } },
    { aspect: "2:3", palette: "plum", options: { land: "range" } },
  ],
  draw(canvas, variant): Drawing {
    const sheet = SHEETS[variant.palette] ?? {
      steps: ["#0f1a38", "#f7f3e8"],
      trail: "#c9433a",
      word: "blue",
    };
    const land = variant.options?.land as Land;
    const height = relief(canvas, land);
    const levels = 13;
    const colours = ramp(sheet.steps, levels);
    const field = heightField({ width: canvas.width, height: canvas.height, step: 11 }, height);
    canvas.rect(0, 0, canvas.width, canvas.height, at(colours, 0));
    for (let i = 1; i < levels; i += 1) {
      const d = contour(field, i / levels);
      if (!d) continue;
      const colour = at(colours, i);
      for (const [k, alpha] of [0.1, 0.1, 0.12].entries()) {
        const by = canvas.short * 0.0042 * (3 - k);
        canvas.path(d, "#150c18", {
          transform: `translate(${by.toFixed(1)} ${(by * 1.4).toFixed(1)})`,
          "fill-opacity": alpha,
        });
      }
      canvas.path(d, colour, { stroke: lighten(colour, 0.07), "stroke-width": 1.6 });
    }
    if (land === "island" || land === "range")
      trail(canvas, height, sheet.trail, at(colours, levels - 1));
    const { name, keywords } = WORDS[land];
    return {
      name: `${name} in ${sheet.word}`,
      keywords: [
        "map",
        "contour",
        "paper",
        "layers",
        "relief",
        ...keywords,
        ...sheet.word.split(/ and | of |shades/).filter(Boolean),
      ],
      grain: 8,
    };
  },
};

/** Heights from 0 to 1: a few broad domes, folded by two octaves of waves along bent axes. */
function relief(canvas: Canvas, land: Land): (x: number, y: number) => number {
  const { width, height, short } = canvas;
  const r = canvas.random("relief");
  const [n1, n2, n3] = [noise(`${canvas.id}/a`), noise(`${canvas.id}/b`), noise(`${canvas.id}/c`)];
  const folds = Array.from({ length: 6 }, (_, i) => ({
    angle: r.between(0, Math.PI),
    wave: (1.5 + i * 0.9) * r.between(0.9, 1.15),
    phase: r.between(0, 6.3),
    strength: 0.36 / (1 + i * 0.75),
  }));
  const rough = (x: number, y: number) => {
    const [u, v] = [x / short, y / short];
    const [bu, bv] = [u + 0.16 * n1(v * 3.1), v + 0.16 * n2(u * 3.1)];
    let sum = 0.06 * n3(bu * 7 + bv * 4.3);
    for (const { angle, wave, phase, strength } of folds) {
      sum +=
        strength * Math.sin((bu * Math.cos(angle) + bv * Math.sin(angle)) * wave * 3 + phase) * 0.5;
    }
    return sum;
  };
  const dome = (x: number, y: number, cx: number, cy: number, rx: number, ry: number) =>
    Math.exp(-(((x - cx * width) / (rx * short)) ** 2 + ((y - cy * height) / (ry * short)) ** 2));
  if (land === "island") {
    return (x, y) =>
      0.03 +
      0.72 * dome(x, y, 0.42, 0.5, 0.52, 0.36) +
      0.4 * dome(x, y, 0.6, 0.42, 0.26, 0.22) +
      0.26 * dome(x, y, 0.87, 0.78, 0.13, 0.11) +
      0.26 * rough(x, y) * (0.35 + dome(x, y, 0.48, 0.5, 0.7, 0.5));
  }
  if (land === "lake") {
    return (x, y) =>
      0.97 -
      0.86 * dome(x, y, 0.55, 0.45, 0.4, 0.44) -
      0.34 * dome(x, y, 0.25, 0.86, 0.26, 0.22) +
      0.34 * rough(x, y);
  }
  if (land === "bay") {
    return (x, y) =>
      0.12 +
      0.8 * (1 - dome(x, y, 0.78, 0.78, 0.85, 0.75)) +
      0.36 * dome(x, y, 0.62, 0.64, 0.13, 0.1) +
      0.3 * dome(x, y, 0.84, 0.84, 0.09, 0.08) +
      0.3 * rough(x, y);
  }
  const ridge = (x: number, y: number) => {
    const t = width > height ? x / width : y / height;
    const across = width > height ? y / short : x / short;
    return Math.exp(-(((across - 0.5 - 0.2 * Math.sin(t * 5.5 + 1)) / 0.27) ** 2));
  };
  return (x, y) =>
    0.16 + 0.62 * ridge(x, y) + 0.16 * dome(x, y, 0.35, 0.4, 0.2, 0.2) + 0.46 * rough(x, y);
}

/** A dashed way that climbs from low ground to the highest point, and a flag there. */
function trail(
  canvas: Canvas,
  height: (x: number, y: number) => number,
  colour: string,
  pale: string,
): void {
  const { width, height: high, short } = canvas;
  let top: Point = [width / 2, high / 2];
  for (let x = width * 0.2; x < width * 0.8; x += 12) {
    for (let y = high * 0.2; y < high * 0.8; y += 12)
      if (height(x, y) > height(top[0], top[1])) top = [x, y];
  }
  const way: Point[] = [top];
  let heading = Math.atan2(high * 0.6 - top[1], (top[0] > width / 2 ? -1 : 1) * width * 0.5);
  for (let i = 0; i < 40; i += 1) {
    const [x, y] = way[way.length - 1] as Point;
    const step = short * 0.026;
    // Of nine directions around the last one, the gentlest way down.
    const choices = Array.from({ length: 9 }, (_, k) => heading + (k - 4) * 0.2);
    const cost = (angle: number) => {
      const drop =
        height(x, y) - height(x + Math.cos(angle) * step * 2, y + Math.sin(angle) * step * 2);
      return Math.abs(drop - 0.035) + Math.abs(angle - heading) * 0.012;
    };
    heading = choices.reduce((best, angle) => (cost(angle) < cost(best) ? angle : best), heading);
    const to: Point = [x + Math.cos(heading) * step, y + Math.sin(heading) * step];
    if (
      height(to[0], to[1]) < 0.31 ||
      to[0] < 30 ||
      to[1] < 30 ||
      to[0] > width - 30 ||
      to[1] > high - 30
    )
      break;
    way.push(to);
  }
  const d = smoothOpen(way);
  const dash = `stroke-dasharray="${(short * 0.016).toFixed(1)} ${(short * 0.013).toFixed(1)}"`;
  canvas.add(
    line(d, mix(colour, "#150c18", 0.5), short * 0.0085, 0.3).replace(
      "<path",
      `<path transform="translate(2 4)" ${dash}`,
    ),
  );
  canvas.add(line(d, colour, short * 0.007).replace("<path", `<path ${dash}`));
  const [endX, endY] = way.at(-1) as Point;
  canvas.path(circle(endX, endY, short * 0.015), colour);
  canvas.path(circle(endX, endY, short * 0.007), pale);
  const [x, y] = top;
  const k = short * 0.085;
  const flag = `M${x} ${y - k}L${x + k * 0.62} ${y - k * 0.74}L${x} ${y - k * 0.48}z`;
  canvas.softShadow(flag, 8, 14, 0.3);
  canvas.stroke(`M${x} ${y}V${y - k}`, "#2b1d1a", 5);
  canvas.path(flag, colour);
  canvas.path(circle(x, y, 6), "#2b1d1a");
}
