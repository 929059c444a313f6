import type { Canvas } from "./canvas";
import { lighten } from "./colour";
import { type Light, shadeSide } from "./interior";
import { leaves, stroke } from "./leaves";
import { ellipsePath, n, type Point } from "./path";
import type { Random } from "./random";

export type TableFruit = {
  x: number;
  foot: number;
  radius: number;
  light: Light;
  random: Random;
  colour?: string;
  turn?: number;
};

type Ball = { x: number; y: number; radius: number; colour: string; light: Light; random: Random };

/** A round body: gradient across, a soft highlight off centre, short strokes in the shade. */
export function volume(
  canvas: Canvas,
  d: string,
  { x, y, radius, colour, light, random: r }: Ball,
): void {
  const side = shadeSide(light);
  canvas.path(
    d,
    canvas.linear(
      [
        [0, lighten(colour, 0.06)],
        [0.5, colour],
        [1, lighten(colour, -0.13)],
      ],
      side === 1 ? { x1: 0, y1: 0, x2: 1, y2: 0.6 } : { x1: 1, y1: 0, x2: 0, y2: 0.6 },
    ),
  );
  canvas.group({ "clip-path": canvas.clip(d) }, () => {
    canvas.path(
      ellipsePath(x - side * radius * 0.36, y - radius * 0.36, radius * 0.62, radius * 0.56),
      canvas.radial([
        [0, lighten(colour, 0.17), 0.85],
        [0.5, lighten(colour, 0.12), 0.4],
        [1, lighten(colour, 0.1), 0],
      ]),
    );
    let strokes = "";
    for (let i = 0; i < 24; i += 1) {
      const a = r.between(-0.7, 1.5);
      const dist = radius * r.between(0.55, 1);
      strokes += `M${n(x + side * Math.cos(a) * dist)} ${n(y + Math.sin(a) * dist)}l${n(-side * radius * 0.13)} ${n(radius * 0.16)}`;
    }
    stroke(canvas, strokes, lighten(colour, -0.22), Math.max(1.5, radius * 0.032), 0.3);
    canvas.path(
      ellipsePath(x + side * radius * 0.1, y + radius * 1.05, radius * 0.9, radius * 0.3),
      "#1c0f24",
      { "fill-opacity": 0.16 },
    );
  });
}

const BUNCH: readonly Point[] = [
  [-0.95, 0.8],
  [-0.5, 1.25],
  [0.05, 1.22],
  [0.55, 0.86],
  [-0.72, 0.42],
  [-0.2, 0.82],
  [0.32, 0.5],
  [-1.15, 0.36],
  [0.95, 0.4],
  [-0.45, 0],
  [0.1, 0.06],
  [0.65, 0],
  [1.2, 0],
  [-0.95, 0],
];

export function grapes(
  canvas: Canvas,
  { x, foot, radius, light, random }: TableFruit,
  colour: string,
): void {
  const ball = radius * 0.36;
  stroke(
    canvas,
    `M${n(x - radius)} ${n(foot - radius * 1.1)}q${n(-radius * 0.3)} ${n(-radius * 0.5)} ${n(-radius * 0.7)} ${n(-radius * 0.4)}`,
    "#6b5a35",
    radius * 0.09,
  );
  BUNCH.forEach(([px, py], i) => {
    const gx = x + px * radius;
    const gy = foot - ball - py * radius * 0.86;
    volume(canvas, ellipsePath(gx, gy, ball, ball), {
      x: gx,
      y: gy,
      radius: ball,
      colour: lighten(colour, (i % 3) * 0.03 - 0.03),
      light,
      random,
    });
  });
}

export function cherries(
  canvas: Canvas,
  { x, foot, radius, light, random }: TableFruit,
  colour: string,
): void {
  const ball = radius * 0.5;
  for (const px of [-0.62, 0.5]) {
    const cx = x + px * radius;
    stroke(
      canvas,
      `M${n(cx)} ${n(foot - ball * 1.8)}Q${n(cx)} ${n(foot - radius * 1.5)} ${n(x + radius * 0.2)} ${n(foot - radius * 2.1)}`,
      "#5e7a3a",
      radius * 0.07,
    );
    volume(canvas, ellipsePath(cx, foot - ball, ball, ball), {
      x: cx,
      y: foot - ball,
      radius: ball,
      colour,
      light,
      random,
    });
  }
  leaves(
    canvas,
    [
      {
        x: x + radius * 0.2,
        y: foot - radius * 2.1,
        angle: 0.3,
        length: radius * 0.9,
        width: radius * 0.22,
      },
    ],
    "#5e8a4a",
  );
}

export function slice(canvas: Canvas, { x, foot, radius }: TableFruit, colour: string): void {
  const ry = radius * 0.46;
  const y = foot - ry;
  canvas.path(ellipsePath(x, y + radius * 0.1, radius, ry), lighten(colour, -0.12));
  canvas.path(ellipsePath(x, y, radius, ry), lighten(colour, -0.03));
  canvas.path(ellipsePath(x, y, radius * 0.92, ry * 0.9), "#fbe9c4");
  citrusWedges(canvas, { x, y, rx: radius, ry, colour });
}

/** The wedges of a cut citrus fruit inside an ellipse. */
export function citrusWedges(
  canvas: Canvas,
  { x, y, rx, ry, colour }: { x: number; y: number; rx: number; ry: number; colour: string },
): void {
  let wedges = "";
  for (let i = 0; i < 9; i += 1) {
    const a = (i / 9) * Math.PI * 2;
    const b = ((i + 0.84) / 9) * Math.PI * 2;
    const at = (angle: number, k: number) =>
      `${n(x + Math.cos(angle) * rx * k)} ${n(y + Math.sin(angle) * ry * k)}`;
    wedges += `M${at((a + b) / 2, 0.12)}L${at(a, 0.8)}Q${at((a + b) / 2, 0.9)} ${at(b, 0.8)}z`;
  }
  canvas.path(wedges, lighten(colour, 0.05));
}
