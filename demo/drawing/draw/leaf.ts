import { lighten } from "./colour";
import { n, type Point, polygon, smoothClosed } from "./path";
import { line, petal } from "./print";

export type LeafKind = "maple" | "oak" | "beech" | "ginkgo" | "aspen" | "rowan" | "willow";
/** A leaf along the y axis: its foot at 0, 60, its tip near 0, -100; the stem goes down to 0, 100. */
export type LeafShape = { outline: string; right: string; veins: string; stem: string };

const mirrorX = (points: readonly Point[]): Point[] =>
  points.map(([x, y]): Point => [-x, y]).reverse();
const bothSides = (right: readonly Point[]): Point[] => [...right, ...mirrorX(right)];
const half = (right: readonly Point[]): Point[] => [...right, [0, 60], [0, -100]];

/** A closed outline whose edges curve inwards, as between the points of a maple leaf. */
function hollow(points: readonly Point[]): string {
  let d = "";
  for (const [i, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [x, y];
    const [midX, midY] = [((x + nextX) / 2) * 0.94, ((y + nextY) / 2 - 10) * 0.94 + 10];
    d += `${i ? "" : `M${n(x)} ${n(y)}`}Q${n(midX)} ${n(midY)} ${n(nextX)} ${n(nextY)}`;
  }
  return `${d}z`;
}

const MAPLE: readonly Point[] = [
  [0, -102],
  [8, -80],
  [23, -86],
  [19, -64],
  [31, -60],
  [20, -46],
  [17, -28],
  [33, -44],
  [35, -62],
  [49, -55],
  [58, -69],
  [65, -54],
  [90, -60],
  [81, -41],
  [90, -27],
  [69, -20],
  [67, -5],
  [49, -6],
  [37, 12],
  [56, 6],
  [78, 9],
  [63, 19],
  [59, 32],
  [42, 29],
  [29, 40],
  [9, 40],
  [2, 46],
];
const OAK: readonly Point[] = [
  [4, -100],
  [18, -94],
  [20, -80],
  [14, -70],
  [30, -68],
  [40, -56],
  [34, -44],
  [22, -38],
  [42, -34],
  [52, -20],
  [44, -6],
  [26, -4],
  [42, 6],
  [44, 20],
  [34, 30],
  [18, 26],
  [24, 40],
  [16, 52],
  [4, 58],
];

function serrated(halfWidth: (t: number) => number, teeth: number): Point[] {
  const points: Point[] = [[0, -100]];
  for (let i = 1; i < teeth; i += 1) {
    const t = i / teeth;
    const y = -100 + 160 * t;
    points.push([halfWidth(t) * 0.93, y - 3], [halfWidth(t), y + 1]);
  }
  points.push([1.6, 60]);
  return points;
}

const BEECH = serrated((t) => 47 * Math.sin(Math.PI * t ** 0.85) ** 0.8, 11);
const WILLOW = serrated((t) => 17 * Math.sin(Math.PI * t ** 0.9) ** 0.8, 9);
const ASPEN = serrated(
  (t) => 66 * Math.sin(Math.PI * t ** 1.45) ** 0.62 + (t > 0.8 ? (t - 0.8) * 40 : 0),
  13,
);

function veinsOf(count: number, reach: (t: number) => number, lift: number): string {
  let d = "M0-94V62";
  for (let i = 1; i <= count; i += 1) {
    const t = i / (count + 1);
    const y = -100 + 160 * t;
    const x = reach(t) * 0.86;
    d += `M0 ${n(y + lift)}Q${n(x * 0.5)} ${n(y + lift * 0.35)} ${n(x)} ${n(y)}M0 ${n(y + lift)}Q${n(-x * 0.5)} ${n(y + lift * 0.35)} ${n(-x)} ${n(y)}`;
  }
  return d;
}

const STEM = "M0 48Q2 78-4 100";

function rowan(): LeafShape {
  let outline = petal(0, -58, 46, 26, -Math.PI / 2);
  let right = "";
  let veins = "M0-96V62";
  for (let i = 0; i < 5; i += 1) {
    const y = -44 + i * 23;
    const length = 44 + (i < 3 ? i * 3 : 8 - i * 2);
    outline += petal(0, y, length, 22, -0.5) + petal(0, y, length, 22, Math.PI + 0.5);
    right += petal(0, y, length, 22, -0.5);
    const x = length * 0.8;
    veins += `M0 ${y}L${n(x * 0.88)} ${n(y - x * 0.48)}M0 ${y}L${n(-x * 0.88)} ${n(y - x * 0.48)}`;
  }
  return { outline, right, veins, stem: STEM };
}

const GINKGO =
  "M0 60C-4 30-30 4-84-22C-96-30-90-48-80-58C-66-76-40-86-12-86Q-6-70 0-58Q6-70 12-86C40-86 66-76 80-58C90-48 96-30 84-22C30 4 4 30 0 60Z";

function ginkgo(): LeafShape {
  let veins = "";
  for (const [x, y] of [
    [-78, -34],
    [-70, -54],
    [-52, -70],
    [-34, -76],
    [-16, -78],
    [16, -78],
    [34, -76],
    [52, -70],
    [70, -54],
    [78, -34],
  ]) {
    veins += `M0 56Q${n((x ?? 0) * 0.28)} 6 ${x} ${y}`;
  }
  return {
    outline: GINKGO,
    right: "M0 60C4 30 30 4 84-22C96-30 90-48 80-58C66-76 40-86 12-86Q6-70 0-58Z",
    veins,
    stem: STEM,
  };
}

/** The outline, its right half, veins and stem of one kind of leaf. */
export function leafShape(kind: LeafKind): LeafShape {
  if (kind === "rowan") return rowan();
  if (kind === "ginkgo") return ginkgo();
  if (kind === "maple") {
    const veins =
      "M0-92V46M0 44Q34 4 80-51M0 44Q-34 4-80-51M0 44Q34 32 66 12M0 44Q-34 32-66 12M0-34L18-76M0-34L-18-76M0-4L12-40M0-4L-12-40M43-9L54-56M-43-9L-54-56M50-17L80-30M-50-17L-80-30M34 30L53 27M-34 30L-53 27";
    return {
      outline: hollow(bothSides(MAPLE)),
      right: hollow(half(MAPLE)),
      veins,
      stem: "M0 44Q4 74-4 104",
    };
  }
  if (kind === "oak") {
    const veins =
      "M0-92V62M0-52L28-62M0-52L-28-62M0-14L42-24M0-14L-42-24M0 20L36 14M0 20L-36 14M0 44L16 38M0 44L-16 38";
    return {
      outline: smoothClosed(bothSides(OAK)),
      right: smoothClosed(half(OAK)),
      veins,
      stem: STEM,
    };
  }
  const points = kind === "beech" ? BEECH : kind === "willow" ? WILLOW : ASPEN;
  const reach = (t: number) =>
    (kind === "beech" ? 44 : kind === "willow" ? 15 : 58) *
    Math.sin(Math.PI * t ** (kind === "aspen" ? 1.3 : 0.85)) ** 0.8;
  const lift = kind === "willow" ? 16 : 26;
  return {
    outline: polygon(bothSides(points)),
    right: polygon(half(points)),
    veins: veinsOf(kind === "beech" ? 8 : 6, reach, lift),
    stem: STEM,
  };
}

/** A twig with leaves along the x axis from 0 to 100, as an outline for shadows and as drawn SVG. */
export function frond(
  kind: "fern" | "oval" | "olive",
  colour: string,
): { outline: string; svg: string } {
  let outline = "";
  let lit = "";
  const pairs = kind === "fern" ? 11 : kind === "olive" ? 6 : 1;
  if (kind === "oval") {
    outline = "M0 0C22-34 70-36 100 0C70 36 22 34 0 0Z";
    lit = "M0 0C22-34 70-36 100 0Z";
  }
  for (let i = 0; i < pairs && kind !== "oval"; i += 1) {
    const t = (i + 0.6) / pairs;
    const length = kind === "fern" ? 34 * Math.sin(Math.PI * (0.2 + 0.78 * t)) + 3 : 30 - i * 1.5;
    const width = kind === "fern" ? 8.5 : 14;
    const angle = kind === "fern" ? 1.05 : 0.72;
    const x = 8 + 88 * t;
    outline += petal(x, 0, length, width, -angle) + petal(x, 0, length, width, angle);
    lit += petal(x, 0, length, width, -angle);
  }
  if (kind === "olive") outline += petal(94, 0, 24, 12, 0);
  const bones =
    kind === "oval"
      ? "M-6 0H94M24 0Q36-12 46-20M24 0Q36 12 46 20M46 0Q58-12 68-17M46 0Q58 12 68 17M66 0Q76-7 82-9M66 0Q76 7 82 9"
      : "M-6 0H98";
  const svg = `<path d="${outline}" fill="${colour}"/><path d="${lit}" fill="${lighten(colour, 0.06)}"/>${line(bones, lighten(colour, 0.15), 1.5, 0.8)}`;
  return { outline, svg };
}
