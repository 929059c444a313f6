import { brokenLine } from "./alps";
import type { Canvas } from "./canvas";
import { mix } from "./colour";
import { layerColour, lens } from "./landscape";
import type { LandscapePalette } from "./palettes";
import { blob, n, type Point, polygon } from "./path";
import { drawRock } from "./rock";

/** One fall from `top` to `foot`: a bright sheet with threads, wider and ragged below. */
export function fall(
  canvas: Canvas,
  palette: LandscapePalette,
  part: string,
  x: number,
  top: number,
  foot: number,
  half: number,
): void {
  const r = canvas.random(part);
  const white = mix(palette.sun, "#ffffff", 0.45);
  const blue = mix(mix(palette.sky[0], palette.sky[1], 0.5), white, palette.isDark ? 0.28 : 0.5);
  const left: Point[] = [];
  const right: Point[] = [];
  for (let i = 0; i <= 14; i++) {
    const u = i / 14;
    const y = top + (foot - top) * u;
    const wide = half * (0.82 + 0.42 * u);
    left.push([x - wide + r.between(-1, 1) * half * 0.035, y]);
    right.push([x + wide + r.between(-1, 1) * half * 0.035, y]);
  }
  const sheet = polygon([
    [x - half * 0.62, top - half * 0.05],
    ...left,
    ...right.reverse(),
    [x + half * 0.62, top - half * 0.05],
  ]);
  canvas.path(
    sheet,
    canvas.linear([
      [0, mix(blue, palette.sky[2], 0.3)],
      [0.12, white],
      [0.5, mix(blue, white, 0.6)],
      [1, white],
    ]),
  );
  canvas.group({ "clip-path": canvas.clip(sheet) }, () => {
    let dark = "";
    let bright = "";
    for (let i = 0; i < 46; i++) {
      const px = x + r.between(-1.2, 1.2) * half;
      const from = top + (foot - top) * r.between(-0.05, 0.75);
      const long = (foot - top) * r.between(0.14, 0.5);
      const w = half * r.between(0.02, 0.075);
      const lean = (px - x) * 0.18;
      const d = `M${n(px)} ${n(from)}Q${n(px + w + lean * 0.5)} ${n(from + long * 0.5)} ${n(px + lean)} ${n(from + long)}Q${n(px - w + lean * 0.5)} ${n(from + long * 0.5)} ${n(px)} ${n(from)}z`;
      if (i % 5 < 3) dark += d;
      else bright += d;
    }
    canvas.path(dark, mix(blue, palette.near, 0.3), { "fill-opacity": 0.36 });
    canvas.path(bright, "#ffffff", { "fill-opacity": 0.8 });
  });
}

/** Spray at the foot: stacked pale puffs. */
export function spray(
  canvas: Canvas,
  palette: LandscapePalette,
  part: string,
  x: number,
  y: number,
  s: number,
): void {
  const r = canvas.random(part);
  canvas.glow(
    x,
    y - s * 0.2,
    s * 2.6,
    mix(palette.sun, "#ffffff", 0.5),
    palette.isDark ? 0.4 : 0.6,
  );
  for (const [count, k, alpha] of [
    [10, 1, 0.2],
    [12, 0.7, 0.32],
    [12, 0.42, 0.6],
  ] as const) {
    let d = "";
    for (let i = 0; i < count; i++) {
      const u = r.between(-1, 1);
      const size = s * k * r.between(0.26, 0.5);
      d += blob(
        r,
        x + u * s * 1.5 * (0.6 + k * 0.4),
        y + s * 0.1 - (1 - u * u) * s * 0.3 * k,
        size,
        size * 0.62,
        0.1,
        10,
      );
    }
    canvas.path(d, mix(palette.sun, "#ffffff", 0.6), { "fill-opacity": alpha });
  }
}

/** A wall of rock between two points, its edge broken; `lean` moves its feet sideways. */
export function wall(
  canvas: Canvas,
  palette: LandscapePalette,
  part: string,
  from: Point,
  to: Point,
  bottom: number,
  depth: number,
  lean: readonly [from: number, to: number] = [0, 0],
): void {
  const r = canvas.random(part);
  const edge = brokenLine(r, from, to, 0.035, 5);
  const colour = layerColour(palette, depth);
  drawRock(canvas, r, {
    outline: polygon([
      ...edge,
      ...brokenLine(r, to, [to[0] + lean[1], bottom], lean[1] === 0 ? 0 : 0.05, 4),
      ...brokenLine(r, [from[0] + lean[0], bottom], from, lean[0] === 0 ? 0 : 0.05, 4),
    ]),
    fromX: Math.min(from[0], to[0]),
    toX: Math.max(from[0], to[0]),
    top: (x) => from[1] + ((to[1] - from[1]) * (x - from[0])) / (to[0] - from[0] || 1),
    bottom,
    colour: mix(colour, palette.haze, 0.06),
    deep: mix(palette.near, colour, 0.12),
    lit: mix(palette.haze, palette.sun, 0.35),
    column: canvas.short * 0.055,
    contrast: palette.isDark ? 0.16 : 0.26,
  });
  const green = mix(
    mix(palette.near, "#4f8a4a", palette.isDark ? 0.25 : 0.6),
    palette.haze,
    (1 - depth) * 0.5,
  );
  const tufts = edge
    .flatMap(([x, y]) =>
      [0, 1, 2].map(() => {
        const size = canvas.short * r.between(0.006, 0.024);
        return blob(
          r,
          x + r.between(-0.03, 0.03) * canvas.short,
          y + size * 0.3,
          size * 1.3,
          size * 0.7,
          0.2,
          8,
        );
      }),
    )
    .join("");
  canvas.path(
    tufts,
    palette.name === "snow"
      ? "#f4f7fa"
      : palette.name === "autumn"
        ? mix("#c9702c", palette.near, 0.25)
        : green,
  );
}

/** The water below the fall, down to the lower edge, with rings of light around x. */
export function pool(
  canvas: Canvas,
  palette: LandscapePalette,
  from: number,
  x: number,
  half: number,
): void {
  const { width, height } = canvas;
  const r = canvas.random("pool");
  const [top, middle] = palette.sky;
  const water = mix(mix(middle, palette.extra[1] ?? middle, 0.3), palette.near, 0.12);
  canvas.rect(
    -5,
    from,
    width + 10,
    height - from + 5,
    canvas.linear([
      [0, mix(water, palette.sun, 0.35)],
      [0.3, water],
      [1, mix(mix(water, top, 0.4), palette.near, 0.55)],
    ]),
  );
  let dark = "";
  let light = "";
  for (let i = 0; i < 110; i++) {
    const t = r.next();
    const d = lens(
      r.next() * width,
      from + 4 + t ** 1.3 * (height - from),
      canvas.long * r.between(0.015, 0.06) * (0.3 + t),
      1.2 + 3.4 * t,
    );
    if (i % 2) dark += d;
    else light += d;
  }
  for (let i = 0; i < 44; i++) {
    const t = r.next();
    light += lens(
      x + r.between(-1, 1) * half * (1.6 + 1.2 * t),
      from + 3 + t ** 1.4 * (height - from) * 0.8,
      half * r.between(0.2, 0.7),
      1.4 + 3 * t,
    );
  }
  canvas.path(dark, palette.near, { "fill-opacity": 0.25 });
  canvas.path(light, mix(palette.sun, "#ffffff", 0.4), { "fill-opacity": 0.5 });
}
