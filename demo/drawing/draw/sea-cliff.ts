import { brokenLine } from "./alps";
import { mix } from "./colour";
import { lens, reflectionSmear } from "./landscape";
import type { LighthouseScene } from "./lighthouse-tower";
import { type Point, polygon } from "./path";
import { drawRock } from "./rock";

/** The rock from the near edge of the picture out into the sea; `side` is the edge it grows from. */
export function cliff(scene: LighthouseScene, side: -1 | 1, snow: boolean): void {
  const { canvas, palette, x, y, half } = scene;
  const { width, height } = canvas;
  const r = canvas.random("rock");
  const edge = side < 0 ? -20 : width + 20;
  const out = x - side * half * 5.2;
  const foot = height * 0.93;
  const top = brokenLine(r, [edge, y + half * 0.7], [x - side * half * 2.6, y], 0.02, 4);
  const fall = brokenLine(r, [x - side * half * 2.6, y], [out - side * half * 3, foot], 0.09, 5);
  const outline: Point[] = [
    ...top,
    ...fall,
    [out - side * half * 3, height + 20],
    [edge, height + 20],
  ];
  const rock = mix(palette.haze, palette.near, palette.isDark ? 0.82 : 0.72);
  const shape = polygon(outline);
  drawRock(canvas, r, {
    outline: shape,
    fromX: Math.min(edge, out - side * half * 3),
    toX: Math.max(edge, out - side * half * 3),
    top: () => y,
    bottom: height,
    colour: rock,
    deep: palette.near,
    lit: mix(palette.haze, palette.sun, 0.3),
    column: half * 1.5,
    contrast: palette.isDark ? 0.2 : 0.3,
  });
  canvas.group({ "clip-path": canvas.clip(shape) }, () => {
    const grass = snow
      ? "#f3f6f8"
      : mix(palette.extra[1] ?? palette.near, palette.near, palette.isDark ? 0.72 : 0.42);
    const turf: Point[] = [
      ...top,
      ...[...top]
        .reverse()
        .map(([px, py], i): Point => [px, py + half * (0.28 + 0.3 * Math.abs(Math.sin(i * 1.7)))]),
    ];
    canvas.path(polygon(turf), grass);
  });
  foam(scene, out - side * half * 3, foot, side);
}

/** Foam where the rock meets the sea. */
export function foam(
  { canvas, palette, half }: LighthouseScene,
  x: number,
  y: number,
  side: -1 | 1,
): void {
  const r = canvas.random("foam");
  let d = "";
  for (let i = 0; i < 26; i++) {
    d += lens(
      x - side * r.between(-1, 3) * half,
      y + r.between(-0.5, 1) * half,
      half * r.between(0.3, 1.1),
      r.between(2, 6),
    );
  }
  canvas.path(d, mix(palette.sun, "#ffffff", 0.5), { "fill-opacity": palette.isDark ? 0.4 : 0.75 });
}

/** A low rock in the sea with the tower on it, and its mirror image. */
export function islet(scene: LighthouseScene): void {
  const { canvas, palette, x, y, half } = scene;
  const r = canvas.random("islet");
  const foot = y + half * 2.9;
  const shape = polygon([
    ...brokenLine(r, [x - half * 7.5, foot], [x - half * 2.2, y], 0.07, 4),
    ...brokenLine(r, [x + half * 2.4, y + 2], [x + half * 8, foot], 0.07, 4),
  ]);
  const rock = mix(palette.haze, palette.near, 0.8);
  drawRock(canvas, r, {
    outline: shape,
    fromX: x - half * 7.5,
    toX: x + half * 8,
    top: () => y,
    bottom: foot,
    colour: rock,
    deep: palette.near,
    lit: mix(palette.haze, palette.sun, 0.3),
    column: half * 1.1,
    contrast: 0.3,
  });
  canvas.path(
    reflectionSmear(r, {
      x,
      y: foot + 8,
      width: half * 13,
      height: half * 3.4,
      lines: 14,
      jitter: 0.3,
    }),
    mix(rock, palette.near, 0.5),
    { "fill-opacity": 0.5 },
  );
  canvas.path(
    reflectionSmear(r, {
      x,
      y: foot + half,
      width: half * 2.4,
      height: half * 7,
      lines: 26,
      jitter: 0.6,
    }),
    mix(palette.sun, palette.sky[1], 0.3),
    { "fill-opacity": 0.4 },
  );
  let edge = "";
  for (let i = 0; i < 34; i++)
    edge += lens(
      x + r.between(-8.6, 8.8) * half,
      foot + r.between(-4, 10),
      half * r.between(0.4, 1.2),
      r.between(2, 5),
    );
  canvas.path(edge, mix(palette.sun, "#ffffff", 0.5), {
    "fill-opacity": palette.isDark ? 0.4 : 0.7,
  });
}
