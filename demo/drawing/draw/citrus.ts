import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { blob, n, type Point, polygon, smoothClosed } from "./path";
import { circle, polar } from "./print";
import type { Random } from "./random";

export type Citrus = { word: string; rind: string; pith: string; flesh: string; segments: number };

export const CITRUS = {
  orange: { word: "orange", rind: "#e8862a", pith: "#fbe6bf", flesh: "#f2983a", segments: 10 },
  lemon: { word: "lemon", rind: "#ecc23c", pith: "#fbf3d2", flesh: "#f1d466", segments: 9 },
  lime: { word: "lime", rind: "#5f8f3a", pith: "#eaf0cd", flesh: "#a9c85e", segments: 9 },
  grapefruit: {
    word: "grapefruit",
    rind: "#eda35a",
    pith: "#fde6d2",
    flesh: "#e8635c",
    segments: 11,
  },
  bloodOrange: {
    word: "blood orange",
    rind: "#d8692f",
    pith: "#fbdcc4",
    flesh: "#a52a3c",
    segments: 10,
  },
} as const satisfies Record<string, Citrus>;

/** A slice around 0, 0 with radius 100; `cellCount` cells of pulp in each segment. */
export function citrusSlice(canvas: Canvas, r: Random, fruit: Citrus, cellCount = 12): void {
  const { rind, pith, flesh } = fruit;
  canvas.path(
    blob(r, 0, 0, 100, 100, 0.008, 18),
    canvas.radial([
      [0, rind],
      [0.93, rind],
      [1, lighten(rind, -0.09)],
    ]),
  );
  canvas.path(
    blob(r, 0, 0, 93, 93, 0.01, 18),
    canvas.radial([
      [0, lighten(pith, 0.02)],
      [0.9, pith],
      [1, mix(pith, rind, 0.45)],
    ]),
  );
  const light = lighten(flesh, 0.1);
  const fill = canvas.radial(
    [
      [0, light],
      [0.55, flesh],
      [1, lighten(flesh, -0.05)],
    ],
    { cx: 0, cy: 0, r: 86, userSpace: true },
  );
  const turn = r.between(0, 6.28);
  let wedges = "";
  let pale = "";
  let deep = "";
  let pips = "";
  for (let i = 0; i < fruit.segments; i += 1) {
    const step = (Math.PI * 2) / fruit.segments;
    const from = turn + i * step + r.between(-0.04, 0.04);
    const to = from + step * r.between(0.95, 1.03);
    wedges += wedge(from, to, r.between(79, 84));
    const cells = pulp(r, from, to, cellCount);
    pale += cells.pale;
    deep += cells.deep;
    if (r.chance(0.28)) pips += pip((from + to) / 2, r.between(32, 46));
  }
  canvas.path(wedges, fill);
  canvas.path(pale, lighten(flesh, 0.19), { "fill-opacity": 0.5 });
  canvas.path(deep, lighten(flesh, -0.1), { "fill-opacity": 0.38 });
  canvas.path(pips, mix(pith, rind, 0.35));
  canvas.path(blob(r, 0, 0, 7, 7, 0.12, 10), lighten(pith, 0.02));
  canvas.stroke("M-78-46A91 91 0 0 1-30-86", "#ffffff", 4, { "stroke-opacity": 0.4 });
}

/** One segment with rounded corners between two angles. */
function wedge(from: number, to: number, outer: number): string {
  const gap = 0.055;
  const points: Point[] = [];
  const middle = (from + to) / 2;
  points.push(polar(0, 0, 9, middle));
  points.push(polar(0, 0, outer * 0.45, from + gap * 1.4), polar(0, 0, outer * 0.84, from + gap));
  points.push(polar(0, 0, outer * 0.97, from + gap * 1.9), polar(0, 0, outer, middle));
  points.push(polar(0, 0, outer * 0.97, to - gap * 1.9), polar(0, 0, outer * 0.84, to - gap));
  points.push(polar(0, 0, outer * 0.45, to - gap * 1.4));
  return smoothClosed(points);
}

/** Drop-shaped cells that point to the middle. */
function pulp(r: Random, from: number, to: number, count: number): { pale: string; deep: string } {
  const out = { pale: "", deep: "" };
  for (let i = 0; i < count; i += 1) {
    const radius = 18 + 62 * r.next() ** 0.7;
    const inset = 0.09 + 1.6 / radius;
    const angle = r.between(from + inset, to - inset);
    const length = (count > 20 ? r.between(6, 13) : r.between(9, 17)) * (radius > 66 ? 0.7 : 1);
    const far = Math.min(78, radius + length * 0.5);
    const side = count > 20 ? r.between(0.7, 1.3) : r.between(0.9, 1.9);
    const shape = polygon([
      polar(0, 0, far - length, angle),
      polar(0, 0, far - length * 0.3, angle - side / radius),
      polar(0, 0, far, angle),
      polar(0, 0, far - length * 0.3, angle + side / radius),
    ]);
    if (i % 3) out.pale += shape;
    else out.deep += shape;
  }
  return out;
}

function pip(angle: number, radius: number): string {
  const [x, y] = polar(0, 0, radius, angle);
  const [tipX, tipY] = polar(0, 0, radius - 9, angle);
  const [aX, aY] = polar(x, y, 4.5, angle + 1.3);
  const [bX, bY] = polar(x, y, 4.5, angle - 1.3);
  const [cX, cY] = polar(x, y, 6, angle);
  return `M${n(tipX)} ${n(tipY)}Q${n(aX)} ${n(aY)} ${n(cX)} ${n(cY)}Q${n(bX)} ${n(bY)} ${n(tipX)} ${n(tipY)}z`;
}

/** The half of a slice below its cut, for a clip. */
export const HALF_SLICE = "M-101 0H101A101 101 0 0 1-101 0z";

/** A pointed leaf along the x axis, from 0 to 100, with a lighter half and a vein. */
export function citrusLeaf(canvas: Canvas, colour: string): void {
  const upper = "M0 0Q34-42 100-6L0 0z";
  const whole = "M0 0Q34-42 100-6Q46 34 0 0z";
  canvas.path(whole, colour);
  canvas.path(upper, lighten(colour, 0.07));
  canvas.stroke(
    "M-8 2Q40-8 92-6M22-3Q34-14 44-20M44-6Q56-14 66-18M24-1Q36 8 46 12M48-5Q58 2 66 5",
    lighten(colour, 0.16),
    1.6,
    { "stroke-opacity": 0.7 },
  );
}

/** A white blossom with five petals, radius about 50. */
export function citrusBlossom(canvas: Canvas, r: Random): void {
  let d = "";
  const turn = r.between(0, 6);
  for (let i = 0; i < 5; i += 1) {
    const angle = turn + (i * Math.PI * 2) / 5;
    const [x, y] = polar(0, 0, 27, angle);
    d += `M0 0Q${n(x * 1.2 - y * 0.8)} ${n(y * 1.2 + x * 0.8)} ${n(x * 1.85)} ${n(y * 1.85)}Q${n(x * 1.2 + y * 0.8)} ${n(y * 1.2 - x * 0.8)} 0 0z`;
  }
  canvas.path(
    d,
    canvas.radial(
      [
        [0, "#f3ecc9"],
        [0.5, "#fffaf0"],
        [1, "#f1e9df"],
      ],
      { cx: 0, cy: 0, r: 52, userSpace: true },
    ),
  );
  let dots = "";
  for (let i = 0; i < 9; i += 1) {
    const [x, y] = polar(0, 0, i ? 10 : 0, i * 0.8);
    dots += circle(x, y, 3.4);
  }
  canvas.path(dots, "#eebc4a");
}
