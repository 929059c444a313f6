import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { mistBand, water } from "./landscape";
import { stroke } from "./leaves";
import type { LandscapePalette } from "./palettes";
import { ellipsePath, n } from "./path";
import { pine } from "./pines";
import { type Block, lightSmears } from "./skyline";

export type Front = "water" | "park" | "roofs" | "street";

export type Tower = "needle" | "stepped" | "wheel" | "radio" | "none";

export type Options = {
  front: Front;
  tower: Tower;
  sunAt: number;
  peak: number;
  isHidden: boolean;
  hasSnow: boolean;
  hasFog: boolean;
};

export function foreground(
  canvas: Canvas,
  palette: LandscapePalette,
  options: Options,
  foot: number,
  sunX: number,
  near: readonly Block[],
): void {
  if (options.front === "water") {
    water(canvas, palette, {
      from: foot,
      ripples: 110,
      glitter: 46,
      ...(options.isHidden ? {} : { sunX }),
      spread: 0.8,
    });
    mirror(canvas, palette, near, foot);
    lightSmears(canvas, palette, near, foot);
    const quay = mix(palette.near, palette.haze, 0.12);
    canvas.rect(-5, foot - 6, canvas.width + 10, 12, quay);
    if (options.hasFog) mistBand(canvas, palette.haze, foot - 40, foot + 60, 0.5);
    return;
  }
  if (options.front === "park") park(canvas, palette, options, foot);
  else oldRoofs(canvas, palette, foot);
}

/** The dark mass of the front row upside down in the water, fading. */
function mirror(
  canvas: Canvas,
  palette: LandscapePalette,
  blocks: readonly Block[],
  foot: number,
): void {
  let d = "";
  for (const { x, width, top } of blocks)
    d += `M${n(x)} ${n(foot)}h${n(width)}v${n((foot - top) * 0.86)}h${n(-width)}z`;
  canvas.path(
    d,
    canvas.linear(
      [
        [0, palette.near, 0.6],
        [1, palette.near, 0],
      ],
      { x1: 0, y1: foot, x2: 0, y2: foot + canvas.height * 0.2 },
    ),
  );
}

export function park(
  canvas: Canvas,
  palette: LandscapePalette,
  { hasSnow }: Options,
  foot: number,
): void {
  const { width, height, short } = canvas;
  const r = canvas.random("park");
  const ground = hasSnow
    ? mix("#ffffff", palette.haze, 0.3)
    : mix(mix("#5e8f52", palette.near, 0.2), palette.haze, 0.12);
  canvas.path(
    `M-5 ${n(foot)}H${n(width + 5)}V${n(height + 5)}H-5z`,
    canvas.linear([
      [0, mix(ground, palette.haze, 0.3)],
      [1, mix(ground, palette.near, hasSnow ? 0.2 : 0.36)],
    ]),
  );
  canvas.path(
    `M${n(width * 0.42)} ${n(foot + 8)}C${n(width * 0.3)} ${n(foot + (height - foot) * 0.4)} ${n(width * 0.76)} ${n(foot + (height - foot) * 0.5)} ${n(width * 0.52)} ${n(height + 10)}H${n(width * 0.86)}C${n(width * 0.88)} ${n(foot + (height - foot) * 0.5)} ${n(width * 0.36)} ${n(foot + (height - foot) * 0.4)} ${n(width * 0.45)} ${n(foot + 8)}z`,
    mix(hasSnow ? palette.haze : "#e3d3b0", palette.near, 0.14),
    { "fill-opacity": 0.85 },
  );
  for (const [row, y, size] of [
    [0, 0.06, 0.09],
    [1, 0.3, 0.14],
    [2, 0.78, 0.24],
  ] as const) {
    const tone = mix(
      mix(hasSnow ? "#4a6070" : "#3f7048", palette.near, 0.18 + row * 0.2),
      palette.haze,
      0.3 - row * 0.12,
    );
    for (
      let x = -20;
      x < width + 60;
      x += short * size * r.between(0.75, 1.5) * (row === 2 ? 1.4 : 1)
    ) {
      if (row > 0 && Math.abs(x / width - (row === 2 ? 0.62 : 0.5)) < (row === 2 ? 0.26 : 0.12))
        continue;
      tree(
        canvas,
        x,
        foot + (height - foot) * y + r.between(-4, 10),
        short * size * (hasSnow ? 1.25 : 1) * r.between(0.8, 1.15),
        tone,
        hasSnow,
        palette,
      );
    }
  }
}

function tree(
  canvas: Canvas,
  x: number,
  y: number,
  size: number,
  tone: string,
  hasSnow: boolean,
  palette: LandscapePalette,
): void {
  const r = canvas.random(`tree/${Math.round(x)}/${Math.round(y)}`);
  if (hasSnow) {
    const d = pine(r, x, y, size, size * 0.46);
    canvas.path(d, mix(tone, palette.near, 0.35));
    let snow = "";
    for (let k = 0; k < 6; k += 1) {
      const t = (k + 0.6) / 6;
      const half = size * 0.2 * t;
      const sy = y - size * (0.98 - t * 0.84);
      snow += `M${n(x - half * 0.9)} ${n(sy)}Q${n(x)} ${n(sy - size * 0.1)} ${n(x + half * 0.9)} ${n(sy)}Q${n(x + half * 0.4)} ${n(sy - size * 0.02)} ${n(x)} ${n(sy - size * 0.025)}Q${n(x - half * 0.4)} ${n(sy - size * 0.02)} ${n(x - half * 0.9)} ${n(sy)}z`;
    }
    canvas.group({ "clip-path": canvas.clip(d) }, () =>
      canvas.path(snow, "#ffffff", { "fill-opacity": 0.9 }),
    );
    return;
  }
  stroke(canvas, `M${n(x)} ${n(y)}v${n(-size * 0.5)}`, lighten(tone, -0.08), size * 0.06);
  let crown = "";
  let light = "";
  for (let i = 0; i < 8; i += 1) {
    const [cx, cy, radius] = [
      x + r.between(-0.26, 0.26) * size,
      y - size * r.between(0.45, 0.85),
      size * r.between(0.15, 0.23),
    ];
    crown += ellipsePath(cx, cy, radius, radius * 0.9);
    light += ellipsePath(cx - radius * 0.25, cy - radius * 0.3, radius * 0.55, radius * 0.45);
  }
  canvas.path(crown, tone);
  canvas.path(light, mix(tone, palette.sun, 0.3), { "fill-opacity": 0.5 });
}

/** Pitched roofs with chimneys and dormers in front; lamps behind their windows by night. */
function oldRoofs(canvas: Canvas, palette: LandscapePalette, foot: number): void {
  const { width, height, long } = canvas;
  const r = canvas.random("roofs");
  for (const [row, y, k] of [
    [0, foot - height * 0.01, 0.8],
    [1, foot + (height - foot) * 0.4, 1.1],
    [2, foot + (height - foot) * 0.86, 1.5],
  ] as const) {
    for (let x = -60 - row * 40; x < width + 40; ) {
      const w = long * 0.105 * k * r.between(0.8, 1.25);
      const h = w * r.between(0.42, 0.62);
      const top = y - h + r.between(-8, 8) * k;
      const tone = mix(
        mix(
          r.pick(["#a8523e", "#8f4a44", "#b5674a", "#7d5058"]),
          palette.near,
          (palette.isDark ? 0.55 : 0.22) + row * 0.07,
        ),
        palette.haze,
        0.22 - row * 0.08,
      );
      canvas.path(
        `M${n(x + w * 0.16)} ${n(top)}H${n(x + w * 0.84)}L${n(x + w * 1.02)} ${n(top + h * 1.1)}V${n(height + 10)}H${n(x - w * 0.02)}V${n(top + h * 1.1)}z`,
        mix(tone, palette.near, 0.32),
      );
      canvas.path(
        `M${n(x + w * 0.16)} ${n(top)}H${n(x + w * 0.84)}L${n(x + w * 1.02)} ${n(top + h * 1.1)}H${n(x - w * 0.02)}z`,
        canvas.linear([
          [0, lighten(tone, 0.05)],
          [1, lighten(tone, -0.05)],
        ]),
      );
      let tiles = "";
      for (let i = 1; i < 5; i += 1)
        tiles += `M${n(x + w * (0.16 - i * 0.036))} ${n(top + (h * 1.1 * i) / 5)}H${n(x + w * (0.84 + i * 0.036))}`;
      stroke(canvas, tiles, lighten(tone, -0.1), 2 * k, 0.4);
      canvas.path(
        `M${n(x + w * 0.66)} ${n(top + h * 0.2)}v${n(-h * 0.62)}h${n(w * 0.12)}v${n(h * 0.62)}z`,
        mix(tone, palette.near, 0.4),
      );
      canvas.path(
        `M${n(x + w * 0.25)} ${n(top + h * 0.92)}v${n(-h * 0.46)}l${n(w * 0.11)} ${n(-h * 0.2)}l${n(w * 0.11)} ${n(h * 0.2)}v${n(h * 0.46)}z`,
        lighten(tone, -0.06),
      );
      canvas.path(
        `M${n(x + w * 0.3)} ${n(top + h * 0.86)}v${n(-h * 0.34)}h${n(w * 0.12)}v${n(h * 0.34)}z`,
        palette.isDark && r.chance(0.75)
          ? palette.accent
          : mix(palette.near, palette.sky[1], palette.isDark ? 0.12 : 0.4),
      );
      x += w * 1.02;
    }
  }
}
