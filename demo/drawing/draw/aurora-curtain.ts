import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { n } from "./path";
import { fbm } from "./random";

type Curtain = {
  y: number;
  tall: number;
  colour: string;
  top: string;
  alpha: number;
  sway: number;
  from: number;
  to: number;
};

/** The colours a curtain can have: at its foot and at its upper end. */
export const LIGHTS: Record<string, readonly [foot: string, upper: string, third: string]> = {
  green: ["#4cf0a8", "#28c7c0", "#7b5cff"],
  violet: ["#b06cff", "#ff6fa8", "#4cf0a8"],
  teal: ["#28d7e0", "#3f6bff", "#4cf0a8"],
  pink: ["#ff7bb0", "#8a5cff", "#5ce8c8"],
};

/**
 * One curtain of light: narrow strips side by side along a swaying line, each with its own height
 * and strength. A gradient in shares of the shape fits itself to every strip.
 */
function curtain(canvas: Canvas, seed: string, c: Curtain, step: number): void {
  const { width } = canvas;
  const line = fbm(`${canvas.id}/${seed}/line`, 3);
  const rays = fbm(`${canvas.id}/${seed}/rays`, 4);
  const folds = fbm(`${canvas.id}/${seed}/folds`, 2);
  const levels = 6;
  const fills = Array.from({ length: levels }, (_, level) => {
    const a = (c.alpha * (level + 1.2)) / levels;
    return canvas.linear([
      [0, c.top, 0],
      [0.35, c.top, a * 0.3],
      [0.66, mix(c.top, c.colour, 0.6), a * 0.6],
      [0.86, c.colour, a],
      [0.93, lighten(c.colour, 0.08), a * 0.6],
      [1, c.colour, 0],
    ]);
  });
  const at = (x: number) => c.y + line((x / width) * 2.2 + 3) * c.sway;
  for (let x = c.from; x < c.to; x += step) {
    const edge = Math.min(1, (x - c.from) / 160, (c.to - x) / 160);
    const power = edge * (0.6 + 0.5 * folds((x / width) * 3) + 0.35 * rays((x / width) * 34));
    const fill = fills[Math.max(-1, Math.min(levels - 1, Math.floor(power * levels)))];
    if (!fill) continue;
    const tall = c.tall * (0.8 + 0.45 * rays((x / width) * 26 + 40));
    const lean = (x / width - 0.5) * c.tall * 0.28;
    const foot = at(x);
    canvas.path(
      `M${n(x)} ${n(foot)}H${n(x + step + 1.5)}L${n(x + step + 1.5 + lean)} ${n(foot - tall)}H${n(x + lean)}z`,
      fill,
    );
  }
}

/** Northern lights over the sky down to `horizon`; a mirrored image takes coarser strips. */
export function lightsOver(
  canvas: Canvas,
  name: string,
  horizon: number,
  form: string,
  isMirrored = false,
): void {
  const { width } = canvas;
  const [foot, upper, third] = LIGHTS[name] ?? LIGHTS.green ?? ["#4cf0a8", "#28c7c0", "#7b5cff"];
  if (!isMirrored) canvas.glow(width * 0.5, horizon * 0.7, width * 0.4, foot, 0.3);
  const rows: Curtain[] =
    form === "arc"
      ? [
          {
            y: horizon * 0.5,
            tall: horizon * 0.5,
            colour: third,
            top: upper,
            alpha: 0.34,
            sway: horizon * 0.2,
            from: -40,
            to: width + 40,
          },
          {
            y: horizon * 0.8,
            tall: horizon * 0.66,
            colour: foot,
            top: upper,
            alpha: 0.72,
            sway: horizon * 0.16,
            from: -40,
            to: width + 40,
          },
        ]
      : form === "columns"
        ? [
            {
              y: horizon * 0.92,
              tall: horizon * 0.95,
              colour: foot,
              top: upper,
              alpha: 0.6,
              sway: horizon * 0.2,
              from: width * 0.02,
              to: width * 0.46,
            },
            {
              y: horizon * 0.78,
              tall: horizon * 0.8,
              colour: foot,
              top: third,
              alpha: 0.78,
              sway: horizon * 0.24,
              from: width * 0.34,
              to: width * 1.02,
            },
          ]
        : [
            {
              y: horizon * 0.4,
              tall: horizon * 0.4,
              colour: upper,
              top: third,
              alpha: 0.4,
              sway: horizon * 0.22,
              from: -40,
              to: width * 0.72,
            },
            {
              y: horizon * 0.62,
              tall: horizon * 0.52,
              colour: foot,
              top: third,
              alpha: 0.6,
              sway: horizon * 0.26,
              from: width * 0.2,
              to: width + 40,
            },
            {
              y: horizon * 0.86,
              tall: horizon * 0.5,
              colour: foot,
              top: upper,
              alpha: 0.7,
              sway: horizon * 0.2,
              from: -40,
              to: width + 40,
            },
          ];
  for (const [i, row] of rows.entries()) curtain(canvas, `curtain${i}`, row, isMirrored ? 22 : 9);
}
