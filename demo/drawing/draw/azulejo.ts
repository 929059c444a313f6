import type { Canvas } from "./canvas";
import { circle, petal } from "./print";

export type TileColours = { glaze: string; deep: string; mid: string; warm: string };
/**
 * A painted tile from -100 to 100. `quarter` paints the upper right part and is repeated at every
 * quarter turn; `centre` comes last. Patterns run on over the edge into the next tile.
 */
export type Azulejo = {
  quarter(canvas: Canvas, colours: TileColours): void;
  centre(canvas: Canvas, colours: TileColours): void;
};

const UP = -Math.PI / 2;
const DIAGONAL = -Math.PI / 4;

export const AZULEJOS = {
  /** A flower of eight petals in a ring; quarter flowers in the corners. */
  rosette: {
    quarter(canvas, { deep, mid, warm, glaze }) {
      canvas.path("M100-100V-44A56 56 0 0 1 44-100z", deep);
      canvas.path("M100-100V-54A46 46 0 0 1 54-100z", glaze);
      for (const turn of [0.3, Math.PI / 4, Math.PI / 2 - 0.3])
        canvas.path(petal(100, -100, 42, 15, Math.PI - turn), mid);
      canvas.path("M100-100V-86A14 14 0 0 1 86-100z", warm);
      canvas.path(petal(0, 0, 62, 24, UP), deep);
      canvas.path(petal(0, 0, 50, 22, DIAGONAL), mid);
      canvas.path(petal(0, 0, 42, 8, UP), glaze);
      canvas.path(petal(0, 0, 36, 7, DIAGONAL), glaze);
      canvas.path(petal(0, -100, 24, 20, Math.PI / 2), warm);
      canvas.stroke("M0-66A66 66 0 0 1 66 0", deep, 3.4);
    },
    centre(canvas, { deep, warm }) {
      canvas.path(circle(0, 0, 13), deep);
      canvas.path(circle(0, 0, 9), warm);
    },
  },
  /** An eight-pointed star between small diamonds. */
  star: {
    quarter(canvas, { deep, mid, warm, glaze }) {
      canvas.path("M0-84L20-48L59-59L48-20L84 0L0 0z", deep);
      canvas.path("M0-66L15-37L44-44L37-15L66 0L0 0z", glaze);
      canvas.path("M0-58L12-28L0-8zM58 0L28-12L8 0z", mid);
      canvas.path("M41-41L28-12L0 0L12-28z", deep);
      canvas.path("M100-100V-64L82-82L64-100zM82-82L70-58L58-70z", mid);
      canvas.path("M100-100V-84L92-92L84-100z", warm);
      canvas.path("M0-100L9-91L0-82z", warm);
      canvas.path("M100 0L91-9L82 0z", warm);
      canvas.path("M0-100L-9-91L0-82z", warm);
    },
    centre(canvas, { warm, deep }) {
      canvas.path("M0-17L17 0L0 17L-17 0z", warm);
      canvas.path(circle(0, 0, 5), deep);
    },
  },
  /** Scrolls with leaves that meet over the edges in rings. */
  vine: {
    quarter(canvas, { deep, mid, warm, glaze }) {
      canvas.stroke("M0 0C10-40 60-30 62-62C64-84 34-88 32-66C31-54 46-52 48-60", deep, 6);
      canvas.path(petal(58, -40, 38, 20, -0.1), mid);
      canvas.path(petal(22, -30, 40, 20, UP - 0.25), mid);
      canvas.path(petal(64, -66, 42, 18, DIAGONAL), deep);
      canvas.path(petal(64, -66, 30, 6, DIAGONAL), glaze);
      canvas.path(circle(48, -61, 6.5), warm);
      canvas.path("M0-100H20A20 20 0 0 1-20-100z", deep);
      canvas.path("M0-100H11A11 11 0 0 1-11-100z", warm);
      canvas.path("M100-100V-78A22 22 0 0 1 78-100z", warm);
      canvas.stroke("M100-70A30 30 0 0 1 70-100", deep, 3.4);
    },
    centre(canvas, { deep, warm, mid }) {
      for (let i = 0; i < 8; i += 1)
        canvas.path(petal(0, 0, i % 2 ? 24 : 33, 15, (i * Math.PI) / 4), i % 2 ? mid : deep);
      canvas.path(circle(0, 0, 9), warm);
    },
  },
  /** Interlaced bands with a small flower in every mesh. */
  lattice: {
    quarter(canvas, { deep, mid, warm, glaze }) {
      canvas.path("M0-100H26L100-26V0H90L0-90zM0-100L-1-90L0-90z", deep);
      canvas.path("M0-97L97 0H93L0-93z", glaze);
      canvas.path("M100-100V-62L62-100z", mid);
      canvas.path("M100-100V-80L80-100z", warm);
      canvas.path(petal(0, 0, 58, 22, UP), mid);
      canvas.path(petal(0, 0, 46, 20, DIAGONAL), deep);
      canvas.path(petal(0, 0, 34, 6, DIAGONAL), glaze);
      canvas.path(circle(0, -68, 5), warm);
    },
    centre(canvas, { deep, warm }) {
      canvas.path(circle(0, 0, 14), warm);
      canvas.path(circle(0, 0, 6), deep);
    },
  },
  /** Four fans that open from the corners. */
  fan: {
    quarter(canvas, { deep, mid, warm, glaze }) {
      canvas.path("M100-100V-6A94 94 0 0 1 6-100z", deep);
      canvas.path("M100-100V-14A86 86 0 0 1 14-100z", glaze);
      for (let i = 0; i < 5; i += 1)
        canvas.path(petal(100, -100, 80, 23, Math.PI - 0.16 - i * 0.313), i % 2 ? deep : mid);
      canvas.path("M100-100V-66A34 34 0 0 1 66-100z", deep);
      canvas.path("M100-100V-74A26 26 0 0 1 74-100z", warm);
      canvas.path("M0 0L0-34Q12-12 34 0z", warm);
    },
    centre(canvas, { deep, glaze }) {
      canvas.path("M0-20Q5-5 20 0Q5 5 0 20Q-5 5-20 0Q-5-5 0-20z", deep);
      canvas.path(circle(0, 0, 4), glaze);
    },
  },
} as const satisfies Record<string, Azulejo>;
