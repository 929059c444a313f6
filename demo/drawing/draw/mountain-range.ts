import { drawPeak } from "./alps";
import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { lens, mistBand, reflectionSmear } from "./landscape";
import type { LandscapePalette } from "./palettes";
import { n, type Point, polygon, ridge, smoothClosed } from "./path";
import { pineRow } from "./pines";

/** The frame that all parts of a mountain picture share. */
export type MountainScene = {
  canvas: Canvas;
  palette: LandscapePalette;
  kind: string;
  sunX: number;
  light: -1 | 1;
  horizon: number;
};

/** The range of peaks: one great summit and lesser ones beside and behind it. */
export function range(
  { canvas, palette, light, horizon }: MountainScene,
  great: number,
  snow: number,
): void {
  const { width, height } = canvas;
  const r = canvas.random("range");
  const back = mix(palette.haze, palette.near, 0.24);
  const lit = mix(palette.haze, palette.sun, 0.5);
  const tallest = horizon * 0.74;
  const spread = Math.max(width, height * 0.95);
  const far = [-0.02, 0.17, 0.36, 0.55, 0.77, 1.02].map((u) => u * width + r.between(-30, 30));
  for (const x of r.shuffle(far)) {
    const tall = tallest * r.between(0.4, 0.62);
    drawPeak(canvas, r, {
      x,
      top: horizon - tall,
      base: horizon + 20,
      left: spread * r.between(0.15, 0.24),
      right: spread * r.between(0.15, 0.24),
      rock: back,
      haze: palette.haze,
      lit: mix(back, lit, 0.55),
      light,
      snow: snow * 0.8,
      snowLit: mix(palette.sun, palette.haze, 0.35),
      snowShade: mix(back, palette.haze, 0.6),
    });
  }
  const rock = mix(palette.haze, palette.near, 0.5);
  const peaks = [
    { x: great + light * spread * -0.27, tall: 0.6, wide: 0.2 },
    { x: great + light * spread * 0.25, tall: 0.68, wide: 0.2 },
    { x: great, tall: 1, wide: 0.29 },
  ];
  for (const { x, tall, wide } of peaks) {
    drawPeak(canvas, r, {
      x,
      top: horizon - tallest * tall,
      base: horizon + 30,
      left: spread * wide * r.between(0.85, 1.15),
      right: spread * wide * r.between(0.85, 1.15),
      rock,
      haze: palette.haze,
      lit: mix(rock, lit, 0.62),
      light,
      snow,
      snowLit: palette.isDark
        ? mix(palette.sun, palette.sky[2], 0.3)
        : mix(palette.sun, "#ffffff", 0.3),
      snowShade: mix(mix(palette.haze, palette.sky[0], 0.45), palette.near, 0.12),
      mist: 0.85,
    });
  }
}

/** A lake with the mirrored range, and its near shore with pines on the dark side. */
export function lake(scene: MountainScene, great: number, snow: number): void {
  const { canvas, palette, sunX, horizon } = scene;
  const { width, height } = canvas;
  const r = canvas.random("lake");
  const [, middle, low] = palette.sky;
  const water = canvas.linear([
    [0, mix(low, palette.haze, 0.5)],
    [0.35, mix(mix(low, middle, 0.6), palette.near, 0.1)],
    [1, mix(mix(middle, palette.sky[0], 0.7), palette.near, 0.4)],
  ]);
  canvas.rect(-5, horizon, width + 10, height - horizon + 5, water);
  const tall = (height - horizon) * 0.86;
  canvas.group(
    {
      transform: `translate(0 ${n(horizon * 1.85)}) scale(1 -0.85)`,
      opacity: palette.isDark ? 0.4 : 0.5,
      "clip-path": canvas.clip(
        polygon([
          [-9, 0],
          [width + 9, 0],
          [width + 9, horizon],
          [-9, horizon],
        ]),
      ),
    },
    () => range(scene, great, snow),
  );
  let dark = "";
  let light = "";
  for (let i = 0; i < 130; i++) {
    const t = r.next();
    const y = horizon + 8 + t ** 1.3 * (height - horizon);
    const d = lens(
      r.next() * width,
      y,
      canvas.long * r.between(0.02, 0.075) * (0.3 + t),
      1 + 3.2 * t,
    );
    if (i % 2) dark += d;
    else light += d;
  }
  canvas.path(dark, mix(middle, palette.near, 0.4), { "fill-opacity": 0.24 });
  canvas.path(light, mix(low, palette.sun, 0.3), { "fill-opacity": 0.3 });
  canvas.path(
    reflectionSmear(r, { x: sunX, y: horizon + 6, width: 120, height: tall, lines: 26 }),
    palette.sun,
    { "fill-opacity": 0.6 },
  );
  const shore = pineRow(r, {
    from: -20,
    to: width + 20,
    at: () => horizon + 4,
    height: (x) => 34 + 26 * Math.sin(x / 90) * Math.cos(x / 37),
    spacing: 13,
  });
  canvas.path(shore, mix(palette.haze, palette.near, 0.72));
  canvas.rect(-5, horizon + 1, width + 10, 6, mix(palette.haze, palette.near, 0.62));
  mistBand(canvas, palette.haze, horizon - 40, horizon + 46, 0.5);
}

/** A river that winds from the valley to the viewer. */
export function river({ canvas, palette, horizon }: MountainScene, fromX: number): void {
  const { width, height } = canvas;
  const left: Point[] = [];
  const right: Point[] = [];
  for (let i = 0; i <= 10; i++) {
    const t = i / 10;
    const y = horizon + 26 + (height + 30 - horizon - 26) * t ** 1.7;
    const x = fromX + Math.sin(t * 6.6) * width * 0.16 * (0.15 + t) - width * 0.1 * t;
    const half = 4 + width * 0.11 * t ** 1.8;
    left.push([x - half, y]);
    right.push([x + half, y]);
  }
  const fill = canvas.linear([
    [0, mix(palette.sky[2], palette.sun, 0.5)],
    [0.5, palette.sky[1]],
    [1, mix(palette.sky[0], palette.near, 0.3)],
  ]);
  canvas.path(smoothClosed([...left, ...right.reverse()]), fill);
}

/** The valley floor, with woods that grow with nearness. */
export function meadow({ canvas, palette, horizon }: MountainScene): void {
  const { width, height } = canvas;
  const green = mix(mix(palette.haze, palette.near, 0.55), palette.extra[1] ?? palette.near, 0.5);
  const { d } = ridge({
    width,
    height,
    y: horizon + 14,
    amplitude: 14,
    frequency: 3,
    seed: `${canvas.id}/meadow`,
  });
  const fill = canvas.linear([
    [0, mix(green, palette.haze, 0.55)],
    [0.4, green],
    [1, mix(green, palette.near, 0.72)],
  ]);
  canvas.path(d, fill);
  const r = canvas.random("woods");
  for (const [i, down] of [0.02, 0.06, 0.13].entries()) {
    const trees = pineRow(r, {
      from: -20,
      to: width + 20,
      at: () => horizon + 14 + down * height,
      height: (x) =>
        canvas.short * (0.02 + 0.018 * i) * (0.3 + 1.3 * Math.sin(x / (120 + i * 60) + i * 2)),
      spacing: 12 + 6 * i,
    });
    canvas.path(trees, mix(green, palette.near, 0.16 + 0.16 * i));
  }
}
