import type { Canvas } from "./canvas";
import { lighten } from "./colour";
import { type Light, shadeSide } from "./interior";
import { leaves, stroke } from "./leaves";
import { ellipsePath, n, type Point, smoothClosed } from "./path";
import { cherries, grapes, slice, type TableFruit, volume } from "./small-fruit";

export type FruitKind =
  | "apple"
  | "pear"
  | "orange"
  | "lemon"
  | "plum"
  | "pomegranate"
  | "fig"
  | "peach"
  | "grapes"
  | "cherries"
  | "slice";

/** Singular, plural and the natural colour of each fruit. */
export const FRUIT: Record<FruitKind, { one: string; many: string; colour: string }> = {
  apple: { one: "apple", many: "apples", colour: "#c03a2f" },
  pear: { one: "pear", many: "pears", colour: "#b9b44a" },
  orange: { one: "orange", many: "oranges", colour: "#e8842c" },
  lemon: { one: "lemon", many: "lemons", colour: "#efc63c" },
  plum: { one: "plum", many: "plums", colour: "#563a6e" },
  pomegranate: { one: "pomegranate", many: "pomegranates", colour: "#a8323f" },
  fig: { one: "fig", many: "figs", colour: "#5a3550" },
  peach: { one: "peach", many: "peaches", colour: "#eea069" },
  grapes: { one: "bunch of grapes", many: "grapes", colour: "#5b3f78" },
  cherries: { one: "pair of cherries", many: "cherries", colour: "#9e2438" },
  slice: { one: "orange slice", many: "orange slices", colour: "#ee9a34" },
};

const HALF: Partial<Record<FruitKind, readonly Point[]>> = {
  apple: [
    [0, -0.74],
    [0.36, -0.92],
    [0.84, -0.7],
    [1, -0.1],
    [0.84, 0.52],
    [0.44, 0.97],
    [0, 0.88],
  ],
  pear: [
    [0, -1.62],
    [0.27, -1.5],
    [0.4, -1.0],
    [0.6, -0.42],
    [0.94, 0.08],
    [0.92, 0.62],
    [0.52, 0.98],
    [0, 0.96],
  ],
  fig: [
    [0, -1.36],
    [0.16, -1.22],
    [0.26, -0.8],
    [0.66, -0.2],
    [0.86, 0.34],
    [0.6, 0.86],
    [0, 1],
  ],
  pomegranate: [
    [0, -0.9],
    [0.5, -0.84],
    [0.93, -0.36],
    [0.98, 0.22],
    [0.66, 0.82],
    [0, 1],
  ],
};

const LEMON: readonly Point[] = [
  [-1.36, 0.02],
  [-1.08, -0.3],
  [-0.6, -0.72],
  [0, -0.86],
  [0.6, -0.72],
  [1.02, -0.36],
  [1.3, 0.04],
  [1.04, 0.34],
  [0.6, 0.7],
  [0, 0.86],
  [-0.6, 0.72],
  [-1.08, 0.36],
];

/** One piece of fruit standing with its lowest point at `foot`, lit from one side. */
export function tableFruit(canvas: Canvas, kind: FruitKind, item: TableFruit): void {
  const colour = item.colour ?? FRUIT[kind].colour;
  if (kind === "grapes") grapes(canvas, item, colour);
  else if (kind === "cherries") cherries(canvas, item, colour);
  else if (kind === "slice") slice(canvas, item, colour);
  else round(canvas, kind, item, colour);
}

function round(canvas: Canvas, kind: FruitKind, item: TableFruit, colour: string): void {
  const { x, foot, radius, light, random: r, turn = 0 } = item;
  const cy = foot - radius * (kind === "lemon" ? 0.86 : 1);
  const half = HALF[kind];
  const ball = Array.from({ length: 14 }, (_, i): Point => {
    const a = (i / 14) * Math.PI * 2;
    const k = 1 + r.between(-0.018, 0.018);
    return [Math.cos(a) * k, Math.sin(a) * k];
  });
  const outline =
    kind === "lemon"
      ? LEMON
      : half
        ? [
            ...half,
            ...half
              .slice(1, -1)
              .reverse()
              .map(([px, py]): Point => [-px, py]),
          ]
        : ball;
  const d = smoothClosed(outline.map(([px, py]): Point => [x + px * radius, cy + py * radius]));
  canvas.group(turn ? { transform: `rotate(${n(turn)} ${n(x)} ${n(foot)})` } : {}, () => {
    volume(canvas, d, { x, y: cy, radius, colour, light, random: r });
    details(canvas, kind, { x, cy, radius, colour, light });
  });
}

function details(
  canvas: Canvas,
  kind: FruitKind,
  at: { x: number; cy: number; radius: number; colour: string; light: Light },
): void {
  const { x, cy, radius, colour, light } = at;
  const side = shadeSide(light);
  const stalk = (top: number) =>
    stroke(
      canvas,
      `M${n(x)} ${n(cy - radius * top)}q${n(radius * 0.03)} ${n(-radius * 0.2)} ${n(radius * 0.14)} ${n(-radius * 0.34)}`,
      "#5a4030",
      Math.max(2, radius * 0.085),
    );
  if (kind === "apple") {
    canvas.path(
      ellipsePath(x, cy - radius * 0.72, radius * 0.3, radius * 0.1),
      lighten(colour, -0.16),
      { "fill-opacity": 0.7 },
    );
    stalk(0.7);
    leaves(
      canvas,
      [
        {
          x: x + radius * 0.06,
          y: cy - radius * 0.88,
          angle: -0.55,
          length: radius * 0.56,
          width: radius * 0.15,
        },
      ],
      "#5e8a4a",
    );
  } else if (kind === "pear") stalk(1.58);
  else if (kind === "fig") {
    stalk(1.3);
    let lines = "";
    for (const t of [-0.5, -0.2, 0.15, 0.45])
      lines += `M${n(x + t * 0.2 * radius)} ${n(cy - radius)}Q${n(x + t * radius)} ${n(cy - radius * 0.2)} ${n(x + t * radius * 1.1)} ${n(cy + radius * 0.7)}`;
    stroke(canvas, lines, lighten(colour, 0.12), Math.max(1.5, radius * 0.035), 0.5);
  } else if (kind === "pomegranate") {
    const top = cy - radius * 0.84;
    const w = radius * 0.24;
    canvas.path(
      `M${n(x - w * 0.8)} ${n(top + radius * 0.06)}L${n(x - w * 1.3)} ${n(top - w * 1.5)}L${n(x - w * 0.45)} ${n(top - w * 0.8)}L${n(x)} ${n(top - w * 1.9)}L${n(x + w * 0.45)} ${n(top - w * 0.8)}L${n(x + w * 1.3)} ${n(top - w * 1.5)}L${n(x + w * 0.8)} ${n(top + radius * 0.06)}z`,
      lighten(colour, -0.05),
    );
  } else if (kind === "plum" || kind === "peach") {
    stroke(
      canvas,
      `M${n(x - radius * 0.02)} ${n(cy - radius * 0.97)}Q${n(x + side * radius * 0.42)} ${n(cy - radius * 0.2)} ${n(x + side * radius * 0.16)} ${n(cy + radius * 0.75)}`,
      lighten(colour, -0.14),
      Math.max(2, radius * 0.055),
      0.6,
    );
    if (kind === "peach")
      leaves(
        canvas,
        [
          {
            x,
            y: cy - radius * 0.95,
            angle: side === 1 ? -2.6 : -0.5,
            length: radius * 0.7,
            width: radius * 0.17,
          },
        ],
        "#5e8a4a",
      );
    else stalk(0.94);
  } else if (kind === "orange")
    canvas.path(
      ellipsePath(x + radius * 0.05, cy - radius * 0.86, radius * 0.12, radius * 0.06),
      "#5e7a3a",
    );
}
