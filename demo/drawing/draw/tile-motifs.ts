import type { Canvas } from "./canvas";
import { circle } from "./print";

/** A square of the picture, in units. */
export type Cell = { x: number; y: number; side: number };
export type MotifColours = { ground: string; front: string; other: string };
/** Fills a tile from -100 to 100 on both axes; its ground is painted already. */
export type Motif = (canvas: Canvas, colours: MotifColours) => void;

/** A quarter disc in the upper left corner. */
const quarterDisc = (radius: number) =>
  `M-100-100H${radius - 100}A${radius} ${radius} 0 0 1-100 ${radius - 100}z`;
const leafPath = "M-100-100A200 200 0 0 1 100 100A200 200 0 0 1-100-100z";

/** Tile motifs in two colours on a ground; turned by the caller. */
export const MOTIFS = {
  disc: (canvas, { front, other }) => {
    canvas.path(circle(0, 0, 96), front);
    canvas.path("M-96 0A96 96 0 0 1 96 0z", other);
  },
  target: (canvas, { ground, front, other }) => {
    canvas.path(circle(0, 0, 94), front);
    canvas.path(circle(0, 0, 62), ground);
    canvas.path(circle(0, 0, 32), other);
  },
  quarter: (canvas, { front }) => canvas.path(quarterDisc(200), front),
  quarterRings: (canvas, { ground, front, other }) => {
    canvas.path(quarterDisc(200), front);
    canvas.path(quarterDisc(150), ground);
    canvas.path(quarterDisc(100), other);
    canvas.path(quarterDisc(50), ground);
  },
  leaf: (canvas, { front, other }) => {
    canvas.path(leafPath, front);
    canvas.path("M-100-100L100 100A200 200 0 0 1-100-100z", other);
  },
  halves: (canvas, { front, other }) => {
    canvas.path("M-100 0A100 100 0 0 1 100 0z", front);
    canvas.path("M-100 100A100 100 0 0 1 100 100z", other);
  },
  stripes: (canvas, { front }) => {
    canvas.path("M-100-100H100V-60H-100zM-100-20H100V20H-100zM-100 60H100V100H-100z", front);
  },
  petals: (canvas, { front, other }) => {
    for (const [sx, sy] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      canvas.path(
        `M0 0A100 100 0 0 ${sx * sy > 0 ? 1 : 0} ${sx * 100} ${sy * 100}A100 100 0 0 ${sx * sy > 0 ? 1 : 0} 0 0z`,
        front,
      );
    }
    canvas.path(circle(0, 0, 22), other);
  },
  wedge: (canvas, { front, other }) => {
    canvas.path("M-100-100H100L-100 100z", front);
    canvas.path(circle(-38, -38, 34), other);
  },
  arch: (canvas, { ground, front, other }) => {
    canvas.path("M-90 100V10A90 90 0 0 1 90 10V100z", front);
    canvas.path("M-60 100V12A60 60 0 0 1 60 12V100z", ground);
    canvas.path("M-32 100V14A32 32 0 0 1 32 14V100z", other);
  },
  steps: (canvas, { front, other }) => {
    canvas.path("M-100 100V-100H-50V-50H0V0H50V50H100V100z", front);
    canvas.path(circle(46, -46, 34), other);
  },
  dots: (canvas, { front }) => {
    let d = "";
    for (let i = 0; i < 9; i += 1)
      d += circle(((i % 3) - 1) * 62, (Math.floor(i / 3) - 1) * 62, 20);
    canvas.path(d, front);
  },
} as const satisfies Record<string, Motif>;
