import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import type { LandscapePalette } from "./palettes";
import { n, type Point, polygon, smoothClosed } from "./path";

/** A swing on two ropes below a limb. */
export function swing(
  canvas: Canvas,
  colour: string,
  x: number,
  top: number,
  bottom: number,
  wide: number,
): void {
  canvas.stroke(
    `M${n(x - wide * 0.5)} ${n(top)}L${n(x - wide * 0.44)} ${n(bottom)}M${n(x + wide * 0.5)} ${n(top)}L${n(x + wide * 0.56)} ${n(bottom)}`,
    colour,
    wide * 0.05,
  );
  canvas.path(
    polygon([
      [x - wide * 0.6, bottom - wide * 0.04],
      [x + wide * 0.72, bottom - wide * 0.04],
      [x + wide * 0.7, bottom + wide * 0.1],
      [x - wide * 0.58, bottom + wide * 0.1],
    ]),
    mix(colour, "#c98f5f", 0.5),
  );
}

/** A bench seen from behind; its feet at (x, y). */
export function bench(canvas: Canvas, colour: string, x: number, y: number, s: number): void {
  for (const u of [-0.42, 0.42]) {
    canvas.path(
      polygon([
        [x + (u - 0.035) * s, y - s * 0.52],
        [x + (u + 0.035) * s, y - s * 0.52],
        [x + (u + 0.035) * s, y],
        [x + (u - 0.035) * s, y],
      ]),
      colour,
    );
  }
  for (const v of [0.5, 0.38, 0.2])
    canvas.rect(x - s * 0.55, y - v * s, s * 1.1, s * 0.085, lighten(colour, 0.06));
}

/** Lanterns on threads below the crown, each with its own glow. */
export function lanterns(
  canvas: Canvas,
  palette: LandscapePalette,
  spots: readonly Point[],
  s: number,
): void {
  for (const [x, y] of spots) {
    canvas.stroke(`M${n(x)} ${n(y - s * 3.2)}V${n(y)}`, palette.near, Math.max(1.2, s * 0.06));
    canvas.glow(x, y + s * 0.4, s * 3, palette.accent, 0.75);
    canvas.path(
      smoothClosed([
        [x - s * 0.26, y],
        [x + s * 0.26, y],
        [x + s * 0.46, y + s * 0.45],
        [x + s * 0.26, y + s * 0.95],
        [x - s * 0.26, y + s * 0.95],
        [x - s * 0.46, y + s * 0.45],
      ]),
      canvas.linear([
        [0, mix(palette.accent, "#d9562b", 0.4)],
        [0.5, mix(palette.accent, "#fff3c8", 0.6)],
        [1, mix(palette.accent, "#d9562b", 0.4)],
      ]),
    );
  }
}
