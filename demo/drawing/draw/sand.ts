import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import type { LandscapePalette } from "./palettes";
import { type Point, polygon, smoothOpen } from "./path";

/** The points of a crest from left to right. */
export type Crest = readonly Point[];

/** The height of a crest at x; points are from left to right. */
export function crestAt(crest: Crest, x: number): number {
  for (let i = 1; i < crest.length; i++) {
    const [a, b] = [crest[i - 1], crest[i]];
    if (a && b && x <= b[0]) return a[1] + ((b[1] - a[1]) * (x - a[0])) / Math.max(1, b[0] - a[0]);
  }
  return crest.at(-1)?.[1] ?? 0;
}

/** Smooth crest through few points, sampled finely, with a sharp summit at `peakX`. */
export function crestOf(
  width: number,
  peakX: number,
  peakY: number,
  leftY: number,
  rightY: number,
  bend: number,
): Crest {
  const points: Point[] = [];
  for (let x = -60; x <= width + 60; x += 12) {
    const u = x < peakX ? (x + 60) / (peakX + 60) : (width + 60 - x) / (width + 60 - peakX);
    const from = x < peakX ? leftY : rightY;
    const rise = u ** 1.9 * (1 - bend) + Math.sin((u * Math.PI) / 2) ** 2 * bend;
    points.push([x, from + (peakY - from) * rise]);
  }
  return points;
}

/** The long low swell of the nearest sand. */
export function gentleCrest(width: number, y: number, rise: number, phase: number): Crest {
  const points: Point[] = [];
  for (let x = -60; x <= width + 60; x += 24) {
    points.push([x, y - Math.cos((x / width) * 3.4 + phase + 2.6) * rise]);
  }
  return points;
}

/** A dune; `t` is its nearness, 0 far to 1 near. */
export type Dune = { crest: Crest; peakX: number; t: number };

/** One dune: the lit side, and the slip face away from the light, edged by a winding line. */
export function drawDune(
  canvas: Canvas,
  palette: LandscapePalette,
  dune: Dune,
  light: -1 | 1,
  sand: string,
  shade: string,
): void {
  const { width, height, short } = canvas;
  const { crest, peakX, t } = dune;
  const r = canvas.random(`dune${Math.round(peakX)}`);
  const pale = mix(sand, palette.haze, (1 - t) * 0.6);
  const dark = mix(shade, palette.haze, (1 - t) * 0.55);
  const body = polygon([...crest, [width + 80, height + 40], [-80, height + 40]]);
  const top = Math.min(...crest.map(([, y]) => y));
  canvas.path(
    body,
    canvas.linear(
      [
        [0, lighten(pale, 0.03)],
        [0.4, pale],
        [1, mix(pale, dark, 0.42)],
      ],
      { x1: 0, y1: top, x2: 0, y2: Math.min(height, top + short * 0.75) },
    ),
  );
  if (t === 1) return;
  canvas.group({ "clip-path": canvas.clip(body) }, () => {
    const peakY = crestAt(crest, peakX);
    const fall = short * (0.3 + 0.42 * t);
    const face: Point[] = [];
    const steps = 26;
    for (let i = 0; i <= steps; i++) {
      const u = i / steps;
      const swing =
        Math.sin(u * 5.2 + r.between(0, 0.02)) * short * 0.06 * u + light * u ** 1.35 * fall * 0.95;
      face.push([peakX + swing, peakY + fall * u]);
    }
    const side = crest.filter(([x]) => (light > 0 ? x <= peakX : x >= peakX));
    const ordered = light > 0 ? [...side].reverse() : side;
    const end = ordered.at(-1) ?? [peakX, peakY];
    const d = polygon([
      ...face.slice().reverse(),
      ...ordered,
      [end[0], height + 60],
      [face.at(-1)?.[0] ?? peakX, height + 60],
    ]);
    canvas.path(
      d,
      canvas.linear(
        [
          [0, dark],
          [0.55, mix(dark, pale, 0.25), 0.9],
          [1, mix(dark, pale, 0.55), 0.3],
        ],
        { x1: 0, y1: peakY, x2: 0, y2: peakY + fall * 1.15 },
      ),
    );
    if (t < 0.5) return;
    let ripples = "";
    for (let i = 0; i < 15; i++) {
      const y = peakY + fall * (0.42 + i * 0.075);
      const from = light > 0 ? peakX + short * 0.12 : peakX - short * 0.95;
      const line: Point[] = [];
      for (let k = 0; k <= 9; k++)
        line.push([
          from + (k / 9) * short * 0.83 + i * 9,
          y + Math.sin(k * 1.3 + i * 0.8) * 7 + k * 3,
        ]);
      ripples += smoothOpen(line);
    }
    canvas.stroke(ripples, mix(pale, dark, 0.6), 2, { "stroke-opacity": 0.28 });
  });
}
