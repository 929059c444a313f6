import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { ellipsePath, polygon } from "./path";
import type { Line } from "./surf";

/** A walker seen from above with a long shadow, and the footprints up to there. */
export function walker(
  canvas: Canvas,
  length: number,
  path: Line,
  short: number,
  coat: string,
  shade: string,
): void {
  const end = length * 0.64;
  let prints = "";
  for (let x = -20, i = 0; x < end - short * 0.05; x += short * 0.032, i++) {
    prints += ellipsePath(
      x,
      path(x) + (i % 2 ? 1 : -1) * short * 0.011,
      short * 0.011,
      short * 0.0055,
    );
  }
  canvas.path(prints, shade, { "fill-opacity": 0.55 });
  canvas.path(prints, "#ffffff", { "fill-opacity": 0.14, transform: "translate(2 3)" });
  const y = path(end);
  const s = short * 0.055;
  const shadow = polygon([
    [end, y - s * 0.5],
    [end + s * 2.6, y + s * 1.1],
    [end + s * 2.9, y + s * 1.7],
    [end + s * 2.2, y + s * 1.75],
    [end - s * 0.1, y + s * 0.55],
  ]);
  canvas.path(shadow, shade, { "fill-opacity": 0.55 });
  canvas.path(ellipsePath(end + s * 3.05, y + s * 1.72, s * 0.4, s * 0.3), shade, {
    "fill-opacity": 0.55,
  });
  canvas.path(ellipsePath(end, y, s * 0.42, s * 0.78), coat);
  for (const side of [-1, 1])
    canvas.path(
      ellipsePath(end - s * 0.16 * side, y + side * s * 0.86, s * 0.24, s * 0.22),
      mix(coat, shade, 0.3),
    );
  canvas.path(ellipsePath(end + s * 0.06, y, s * 0.34, s * 0.36), "#2c1f24");
  canvas.path(ellipsePath(end + s * 0.02, y - s * 0.06, s * 0.2, s * 0.2), "#5a4038");
}
