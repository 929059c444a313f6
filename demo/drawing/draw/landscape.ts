import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import type { LandscapePalette } from "./palettes";
import { blob, ellipsePath, n, ridge } from "./path";
import type { Random } from "./random";

/** The sky over the whole picture; it has its lightest colour at `horizonY`. */
export function sky(
  canvas: Canvas,
  palette: LandscapePalette,
  { horizonY }: { horizonY: number },
): void {
  const h = horizonY / canvas.height;
  const [top, middle, low] = palette.sky;
  const fill = canvas.linear([
    [0, top],
    [h * 0.3, mix(top, middle, 0.5)],
    [h * 0.58, middle],
    [h * 0.82, mix(middle, low, 0.6)],
    [h, low],
    [1, mix(low, palette.haze, 0.7)],
  ]);
  canvas.rect(-5, -5, canvas.width + 10, canvas.height + 10, fill);
}

/** What of the light can be seen. */
export type Disc = "sun" | "moon" | "none";

/** What shines in this light: the moon in the dark ones, but the sun in a sunset. */
export function discOf(palette: LandscapePalette): "sun" | "moon" {
  return palette.isDark && palette.name !== "sunset" ? "moon" : "sun";
}

/** The disc with its glow, or the glow alone when `hidden`. Says what can be seen. */
export function sun(
  canvas: Canvas,
  palette: LandscapePalette,
  { x, y, radius, hidden = false }: { x: number; y: number; radius: number; hidden?: boolean },
): Disc {
  const disc = discOf(palette);
  const glow = mix(palette.sun, palette.sky[2], disc === "moon" ? 0.25 : 0.12);
  canvas.glow(x, y, radius * (hidden ? 7.5 : 5.5), glow, palette.isDark ? 0.5 : 0.75);
  if (hidden) return "none";
  canvas.path(
    ellipsePath(x, y, radius, radius),
    canvas.radial([
      [0, lighten(palette.sun, 0.02)],
      [0.75, palette.sun],
      [1, mix(palette.sun, palette.sky[1], 0.12)],
    ]),
  );
  if (disc === "moon") {
    const r = canvas.random("moon");
    const seas = Array.from({ length: 6 }, () => {
      const angle = r.next() * 6.3;
      const far = r.between(0.05, 0.62) * radius;
      const size = radius * r.between(0.1, 0.26);
      return blob(r, x + Math.cos(angle) * far, y + Math.sin(angle) * far, size, size * 0.8, 0.15);
    }).join("");
    canvas.path(seas, mix(palette.sun, palette.sky[1], 0.5), { "fill-opacity": 0.22 });
  }
  return disc;
}

/** Stars down to `untilY`, three sizes, gathered at the top. */
export function stars(
  canvas: Canvas,
  palette: LandscapePalette,
  { untilY, count = 220 }: { untilY: number; count?: number },
): void {
  const r = canvas.random("stars");
  const sizes = [
    { share: 0.72, radius: 1, opacity: 0.55 },
    { share: 0.23, radius: 1.7, opacity: 0.75 },
    { share: 0.05, radius: 2.7, opacity: 0.95 },
  ];
  for (const { share, radius, opacity } of sizes) {
    let d = "";
    for (let i = 0; i < count * share; i++) {
      const size = radius * r.between(0.8, 1.3);
      d += ellipsePath(r.next() * canvas.width, r.next() ** 1.3 * untilY, size, size);
    }
    canvas.path(d, mix(palette.sun, "#ffffff", 0.4), { "fill-opacity": opacity });
  }
}

/** Heaps with a flat base, or thin streaks. At most four; more become wallpaper. */
export function clouds(
  canvas: Canvas,
  palette: LandscapePalette,
  options: { fromY: number; toY: number; count: number; kind?: "heaps" | "streaks"; size?: number },
): void {
  const { fromY, toY, count, kind = "heaps", size = 1 } = options;
  const r = canvas.random("clouds");
  const colour = mix(palette.sun, palette.sky[palette.isDark ? 1 : 2], palette.isDark ? 0.72 : 0.3);
  for (let i = 0; i < count; i++) {
    const y = fromY + ((i + r.next() * 0.8) / count) * (toY - fromY);
    const x = (((i * 0.618 + r.next() * 0.25) % 1) * 1.1 - 0.05) * canvas.width;
    if (kind === "streaks") {
      const length = canvas.long * r.between(0.16, 0.34) * size;
      const thick = length * r.between(0.022, 0.04);
      let d = "";
      for (let k = 0; k < 4; k++) {
        const shift = r.between(-0.4, 0.4) * length;
        const part = length * r.between(0.3, 0.6);
        d += lens(x + shift, y + (k - 1.5) * thick * 0.9, part, thick * r.between(0.5, 1));
      }
      canvas.path(d, colour, { "fill-opacity": 0.4 });
      continue;
    }
    const width = canvas.long * r.between(0.11, 0.2) * size;
    const arcs = r.integer(5, 8);
    let d = `M${n(x - width / 2)} ${n(y)}`;
    let at = x - width / 2;
    for (let k = 0; k < arcs; k++) {
      const middle = Math.sin(((k + 0.5) / arcs) * Math.PI);
      const step = (width / arcs) * r.between(0.8, 1.2);
      const radius = step * (0.52 + middle * 0.35);
      const rise = (k < arcs / 2 ? -1 : 1) * step * r.between(0.12, 0.42) * (1.2 - middle);
      at += step;
      d += `a${n(radius)} ${n(radius)} 0 0 1 ${n(step)} ${n(rise)}`;
    }
    d += `L${n(at)} ${n(y)}z`;
    const fill = canvas.linear([
      [0, colour, 0.95],
      [0.6, colour, 0.6],
      [1, colour, 0.05],
    ]);
    canvas.path(d, fill);
  }
}

/** A flat drop shape: a ripple, a streak of light or cloud. `width` and `thick` are half sizes. */
export function lens(x: number, y: number, width: number, thick: number): string {
  return `M${n(x - width)} ${n(y)}Q${n(x)} ${n(y - thick)} ${n(x + width)} ${n(y)}Q${n(x)} ${n(y + thick)} ${n(x - width)} ${n(y)}z`;
}

/**
 * Water from the shore line `from` to the bottom (or `to`): the sky upside down, ripples, and the
 * path of the light under `sunX`.
 */
export function water(
  canvas: Canvas,
  palette: LandscapePalette,
  options: {
    from: number;
    to?: number;
    sunX?: number;
    ripples?: number;
    glitter?: number;
    spread?: number;
  },
): void {
  const { from, to = canvas.height, sunX, ripples = 90, glitter = 60, spread = 1 } = options;
  const [top, middle, low] = palette.sky;
  const deep = palette.isDark ? 0.5 : 0.4;
  const fill = canvas.linear([
    [0, mix(low, palette.near, 0.1)],
    [0.18, mix(mix(low, middle, 0.6), palette.near, 0.14)],
    [0.55, mix(mix(middle, top, 0.55), palette.near, deep * 0.62)],
    [1, mix(top, palette.near, deep)],
  ]);
  canvas.rect(-5, from, canvas.width + 10, to - from + 5, fill);
  const r = canvas.random("water");
  const depth = to - from;
  let dark = "";
  let light = "";
  for (let i = 0; i < ripples; i++) {
    const t = r.next();
    const y = from + 4 + depth * t ** 1.5;
    const near = 0.12 + t ** 1.5;
    const d = lens(
      r.next() * canvas.width,
      y,
      canvas.long * 0.06 * near * r.between(0.5, 1.4),
      4.2 * near,
    );
    if (i % 3 === 0) light += d;
    else dark += d;
  }
  canvas.path(dark, mix(top, palette.near, 0.6), { "fill-opacity": 0.28 });
  canvas.path(light, mix(low, palette.sun, 0.4), { "fill-opacity": 0.34 });
  if (sunX === undefined) return;
  let path = "";
  for (let i = 0; i < glitter; i++) {
    const t = (i + r.next()) / glitter;
    const y = from + 3 + depth * t ** 1.5;
    const wide = canvas.long * (0.012 + 0.05 * t) * spread;
    path += lens(
      sunX + (r.next() + r.next() - 1) * wide * 1.5,
      y,
      wide * r.between(0.2, 0.75),
      1.2 + 3.6 * t,
    );
  }
  canvas.path(path, palette.sun, { "fill-opacity": palette.isDark ? 0.7 : 0.82 });
}

/** The colour of layer `t` (0 farthest, 1 nearest): air lies over what is far. */
export function layerColour(palette: LandscapePalette, t: number): string {
  return mix(palette.haze, palette.near, 0.14 + 0.8 * t ** 1.1);
}

/** One ridgeline: its outline, the height of its crest, and its colour. */
export type Layer = { d: string; at(x: number): number; colour: string };

/**
 * Ridgelines from `from` (farthest crest) to `to` (nearest), each filled from its own colour at the
 * crest to haze below, so mist lies in every valley. Returns them, farthest first.
 */
export function layers(
  canvas: Canvas,
  palette: LandscapePalette,
  options: {
    from: number;
    to: number;
    count: number;
    amplitude: number;
    frequency?: number;
    /** Depth of the farthest and the nearest layer, 0 to 1. */
    depth?: readonly [number, number];
    shape?: "rolling" | "alpine";
    part?: string;
    bottom?: number;
    /** How much mist lies below each crest, 0 to 1. */
    mist?: number;
    /** Called after each layer is painted, to put things on it. */
    after?: (layer: Layer, t: number, index: number) => void;
  },
): Layer[] {
  const {
    from,
    to,
    count,
    amplitude,
    frequency = 2.2,
    depth = [0, 1],
    shape = "rolling",
  } = options;
  const { part = "layer", bottom = canvas.height, mist = 0.55 } = options;
  const portrait = canvas.height > canvas.width ? 0.6 : 1;
  return Array.from({ length: count }, (_, i) => {
    const u = count === 1 ? 1 : i / (count - 1);
    const t = depth[0] + (depth[1] - depth[0]) * u;
    const y = from + (to - from) * u;
    const { d, at } = ridge({
      width: canvas.width,
      height: bottom,
      y,
      amplitude: amplitude * (0.7 + 0.5 * u),
      frequency: frequency * portrait * (1 + 0.25 * (i % 2)),
      seed: `${canvas.id}/${part}/${i}`,
      shape,
    });
    const colour = layerColour(palette, t);
    const crest = y - amplitude * 0.6;
    const end = Math.min(bottom, y + (to - from) / Math.max(1, count - 1) + amplitude);
    const fill = canvas.linear(
      [
        [0, colour],
        [0.3, mix(colour, palette.haze, 0.1 * mist)],
        [1, mix(colour, palette.haze, mist)],
      ],
      { x1: 0, y1: crest, x2: 0, y2: Math.max(end, crest + 20) },
    );
    canvas.path(d, fill);
    const layer = { d, at, colour };
    options.after?.(layer, t, i);
    return layer;
  });
}

/** A flock of far birds as open strokes around (x, y). */
export function birds(
  canvas: Canvas,
  palette: LandscapePalette,
  options: { x: number; y: number; count: number; size?: number; colour?: string },
): void {
  const { x, y, count, size = 15, colour = mix(palette.near, palette.sky[1], 0.25) } = options;
  const r = canvas.random("birds");
  let d = "";
  for (let i = 0; i < count; i++) {
    const s = size * r.between(0.55, 1.1);
    const bx = x + (i - count / 2) * size * r.between(1.6, 2.8);
    const by = y + r.between(-2.2, 2.2) * size;
    const lift = s * r.between(0.35, 0.6);
    d += `M${n(bx - s)} ${n(by - lift)}Q${n(bx - s * 0.4)} ${n(by - lift * 1.3)} ${n(bx)} ${n(by)}Q${n(bx + s * 0.4)} ${n(by - lift * 1.3)} ${n(bx + s)} ${n(by - lift)}`;
  }
  canvas.stroke(d, colour, Math.max(1.4, size * 0.13));
}

/** The mirror image of a light or a hull on water: shrinking lenses that drift to the sides. */
export function reflectionSmear(
  r: Random,
  options: { x: number; y: number; width: number; height: number; lines?: number; jitter?: number },
): string {
  const { x, y, width, height, lines = 12, jitter = 1 } = options;
  let d = "";
  for (let i = 0; i < lines; i++) {
    const t = (i + 0.4) / lines;
    const half = (width / 2) * (1 - t * 0.7) * r.between(0.6, 1.1);
    const shift = r.between(-1, 1) * width * (0.04 + 0.3 * t) * jitter;
    d += lens(x + shift, y + t ** 1.15 * height, half, Math.max(1, (height / lines) * 0.42));
  }
  return d;
}

/** A band of mist between two heights, clear at both edges. */
export function mistBand(canvas: Canvas, colour: string, fromY: number, toY: number, alpha = 0.5) {
  const fill = canvas.linear([
    [0, colour, 0],
    [0.35, colour, alpha * 0.7],
    [0.55, colour, alpha],
    [1, colour, 0],
  ]);
  canvas.rect(-5, fromY, canvas.width + 10, toY - fromY, fill);
}
