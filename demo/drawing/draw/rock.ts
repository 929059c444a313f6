import { brokenLine } from "./alps";
import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { polygon } from "./path";
import type { Random } from "./random";

/**
 * Paints a rock: its outline in a gradient, and broken columns down its face, pale ones on the side
 * of the light. `top(x)` is the height of its upper edge.
 */
export function drawRock(
  canvas: Canvas,
  r: Random,
  rock: {
    outline: string;
    fromX: number;
    toX: number;
    top(x: number): number;
    bottom: number;
    colour: string;
    deep: string;
    lit: string;
    /** The mean width of a column. */
    column: number;
    /** How strongly the light shows, 0 to 1. */
    contrast?: number;
  },
): void {
  const { outline, fromX, toX, top, bottom, colour, deep, lit, column, contrast = 0.3 } = rock;
  const clip = canvas.clip(outline);
  canvas.path(
    outline,
    canvas.linear([
      [0, lighten(colour, 0.06)],
      [0.5, colour],
      [1, mix(colour, deep, 0.75)],
    ]),
  );
  canvas.group({ "clip-path": clip }, () => {
    let pale = "";
    let dark = "";
    let middle = "";
    for (let x = fromX; x < toX; x += column * r.between(0.5, 1.3)) {
      const high = top(x) - 4;
      const y = high + (bottom - high) * Math.max(-0.02, r.between(-0.35, 0.6));
      const fall = (bottom - high) * r.between(0.25, 0.7);
      const wide = column * r.between(0.35, 1.1);
      const drift = column * r.between(-0.5, 0.9);
      const d = polygon([
        ...brokenLine(r, [x, y], [x + drift, y + fall], 0.04, 4),
        ...brokenLine(
          r,
          [x + drift + wide * r.between(0.4, 0.9), y + fall * 0.92],
          [x + wide, y + fall * 0.1],
          0.04,
          4,
        ),
      ]);
      const which = r.integer(0, 4);
      if (which < 2) dark += d;
      else if (which < 4) middle += d;
      else pale += d;
    }
    canvas.path(middle, mix(colour, lit, 0.4), { "fill-opacity": contrast * 0.7 });
    canvas.path(dark, deep, { "fill-opacity": 0.34 });
    canvas.path(pale, lit, { "fill-opacity": contrast });
  });
}
