import type { Canvas } from "./canvas";
import { lighten, mix } from "./colour";
import { stroke } from "./leaves";
import type { LandscapePalette } from "./palettes";
import { ellipsePath, n } from "./path";
import type { Random } from "./random";

/** A round tree with a lit side; `size` is its height. */
export function roundTree(
  canvas: Canvas,
  r: Random,
  tree: {
    x: number;
    y: number;
    size: number;
    colour: string;
    lit: string;
    side: 1 | -1;
    blobs?: number;
  },
): void {
  const { x, y, size, colour, lit, side, blobs = 7 } = tree;
  const wide = blobs > 9 ? 1.75 : 1;
  stroke(
    canvas,
    `M${n(x)} ${n(y)}V${n(y - size * 0.5)}`,
    lighten(colour, -0.07),
    Math.max(2, size * 0.06 * wide),
  );
  let crown = "";
  let light = "";
  for (let i = 0; i < blobs; i += 1) {
    const a = i * 2.4 + r.next();
    const d = wide * Math.sqrt((i + 1) / blobs);
    const cx = x + Math.cos(a) * size * 0.23 * d;
    const cy = y - size * 0.6 + Math.sin(a) * size * 0.2 * (d / wide) ** 0.8;
    const radius = (size * r.between(0.16, 0.23)) / wide ** 0.2;
    crown += ellipsePath(cx, cy, radius, radius * 0.92);
    light += ellipsePath(cx - side * size * 0.06, cy - size * 0.05, radius * 0.62, radius * 0.56);
  }
  canvas.path(crown, colour);
  canvas.path(light, mix(colour, lit, 0.32), { "fill-opacity": 0.6 });
}

/** A slim cypress: dark flame with a lit edge. */
export function cypress(
  canvas: Canvas,
  tree: { x: number; y: number; size: number; colour: string; lit: string; side: 1 | -1 },
): void {
  const { x, y, size, colour, lit, side } = tree;
  const w = size * 0.12;
  const flame = (shift: number, k: number) =>
    `M${n(x + shift)} ${n(y)}C${n(x + shift - w * 1.5 * k)} ${n(y - size * 0.1)} ${n(x + shift - w * 1.2 * k)} ${n(y - size * 0.6)} ${n(x + shift)} ${n(y - size)}C${n(x + shift + w * 1.2 * k)} ${n(y - size * 0.6)} ${n(x + shift + w * 1.5 * k)} ${n(y - size * 0.1)} ${n(x + shift)} ${n(y)}z`;
  canvas.path(flame(0, 1), colour);
  canvas.path(flame(-side * w * 0.34, 0.42), mix(colour, lit, 0.3), { "fill-opacity": 0.75 });
}

/** A farmhouse with a pitched roof and a lean-to; `size` is its width. `isLit` puts a lamp inside. */
export function farmhouse(
  canvas: Canvas,
  house: {
    x: number;
    y: number;
    size: number;
    palette: LandscapePalette;
    side: 1 | -1;
    roof: string;
    wall: string;
    isLit: boolean;
  },
): void {
  const { x, y, size, palette, side, roof, wall, isLit } = house;
  const h = size * 0.36;
  const shade = mix(wall, palette.near, 0.3);
  const gable = x - side * size * 0.5;
  const mid = gable + side * size * 0.36;
  const end = gable + side * size;
  canvas.path(`M${n(mid)} ${n(y)}V${n(y - h)}H${n(end)}V${n(y)}z`, shade);
  canvas.path(
    `M${n(gable)} ${n(y)}V${n(y - h)}L${n((gable + mid) / 2)} ${n(y - h * 1.75)}L${n(mid)} ${n(y - h)}V${n(y)}z`,
    wall,
  );
  canvas.path(
    `M${n((gable + mid) / 2)} ${n(y - h * 1.82)}L${n(end - side * size * 0.12)} ${n(y - h * 1.82)}L${n(end + side * size * 0.04)} ${n(y - h * 0.94)}H${n(mid)}z`,
    roof,
  );
  canvas.path(
    `M${n((gable + mid) / 2)} ${n(y - h * 1.86)}L${n(gable - side * size * 0.03)} ${n(y - h * 0.96)}l${n(side * size * 0.04)} ${n(h * 0.06)}L${n((gable + mid) / 2)} ${n(y - h * 1.68)}z`,
    lighten(roof, -0.08),
  );
  canvas.rect(
    Math.min(end - side * size * 0.2, end - side * size * 0.28),
    y - h * 2.15,
    size * 0.08,
    h * 0.6,
    lighten(roof, -0.1),
  );
  const glass = isLit ? palette.accent : mix(palette.near, palette.sky[0], 0.35);
  let windows = "";
  for (const t of [0.5, 0.68, 0.86])
    windows += `M${n(gable + side * size * t - size * 0.03)} ${n(y - h * 0.74)}h${n(size * 0.06)}v${n(h * 0.34)}h${n(-size * 0.06)}z`;
  windows += `M${n(gable + side * size * 0.18 - size * 0.03)} ${n(y - h * 1.16)}h${n(size * 0.06)}v${n(h * 0.3)}h${n(-size * 0.06)}z`;
  canvas.path(windows, glass);
  canvas.path(
    `M${n(gable + side * size * 0.18 - size * 0.045)} ${n(y)}v${n(-h * 0.56)}h${n(size * 0.09)}v${n(h * 0.56)}z`,
    mix(palette.near, roof, 0.35),
  );
}

/** A tower windmill with four sails; `size` is the height of the tower. */
export function windmill(
  canvas: Canvas,
  mill: {
    x: number;
    y: number;
    size: number;
    palette: LandscapePalette;
    side: 1 | -1;
    wall: string;
  },
): void {
  const { x, y, size, palette, side, wall } = mill;
  const w = size * 0.22;
  const body = `M${n(x - w)} ${n(y)}L${n(x - w * 0.62)} ${n(y - size)}H${n(x + w * 0.62)}L${n(x + w)} ${n(y)}z`;
  canvas.path(body, wall);
  canvas.path(
    `M${n(x + side * w)} ${n(y)}L${n(x + side * w * 0.62)} ${n(y - size)}H${n(x + side * w * 0.05)}L${n(x + side * w * 0.2)} ${n(y)}z`,
    mix(wall, palette.near, 0.4),
    { "fill-opacity": 0.7 },
  );
  canvas.path(
    `M${n(x - w * 0.78)} ${n(y - size)}Q${n(x)} ${n(y - size * 1.4)} ${n(x + w * 0.78)} ${n(y - size)}z`,
    mix(palette.accent, palette.near, 0.3),
  );
  const dark = mix(palette.near, wall, 0.12);
  canvas.path(
    `M${n(x - w * 0.2)} ${n(y)}v${n(-size * 0.2)}a${n(w * 0.2)} ${n(w * 0.2)} 0 0 1 ${n(w * 0.4)} 0v${n(size * 0.2)}z`,
    dark,
  );
  canvas.rect(
    x - w * 0.14,
    y - size * 0.62,
    w * 0.28,
    size * 0.1,
    palette.isDark ? palette.accent : dark,
  );
  const [hx, hy] = [x, y - size * 1.06];
  for (let i = 0; i < 4; i += 1) {
    const turn = 24 + i * 90;
    const long = size * 0.82;
    let lattice = "";
    for (let k = 1; k <= 6; k += 1)
      lattice += `M${n(hx)} ${n(hy - long * (0.16 + k * 0.135))}h${n(size * 0.13)}`;
    canvas.group({ transform: `rotate(${turn} ${n(hx)} ${n(hy)})` }, () => {
      canvas.path(
        `M${n(hx)} ${n(hy - long * 0.2)}h${n(size * 0.13)}V${n(hy - long)}h${n(-size * 0.13)}z`,
        mix(palette.sun, wall, 0.4),
        { "fill-opacity": 0.85 },
      );
      stroke(
        canvas,
        `M${n(hx)} ${n(hy)}V${n(hy - long)}h${n(size * 0.13)}V${n(hy - long * 0.2)}H${n(hx)}${lattice}`,
        dark,
        Math.max(1.6, size * 0.014),
      );
    });
  }
  canvas.path(ellipsePath(hx, hy, size * 0.035, size * 0.035), dark);
}

/** A tea picker bent over the bushes: straw hat, bright shirt, basket on the back. */
export function picker(
  canvas: Canvas,
  person: { x: number; y: number; size: number; shirt: string; palette: LandscapePalette },
): void {
  const { x, y, size, shirt, palette } = person;
  const straw = mix("#ecd08c", palette.near, 0.06);
  const wicker = mix("#a8743f", palette.near, 0.12);
  canvas.path(
    `M${n(x - size * 0.2)} ${n(y)}Q${n(x - size * 0.3)} ${n(y - size * 0.5)} ${n(x - size * 0.04)} ${n(y - size * 0.66)}Q${n(x + size * 0.26)} ${n(y - size * 0.6)} ${n(x + size * 0.22)} ${n(y)}z`,
    shirt,
  );
  stroke(
    canvas,
    `M${n(x + size * 0.1)} ${n(y - size * 0.46)}L${n(x + size * 0.36)} ${n(y - size * 0.12)}`,
    lighten(shirt, -0.07),
    size * 0.12,
  );
  canvas.path(
    `M${n(x - size * 0.46)} ${n(y - size * 0.62)}h${n(size * 0.34)}l${n(-size * 0.04)} ${n(size * 0.46)}h${n(-size * 0.22)}z`,
    wicker,
  );
  canvas.path(
    ellipsePath(x - size * 0.29, y - size * 0.63, size * 0.17, size * 0.08),
    mix("#7fae58", palette.near, 0.08),
  );
  canvas.path(
    ellipsePath(x + size * 0.1, y - size * 0.74, size * 0.12, size * 0.13),
    mix("#c98f66", palette.near, 0.15),
  );
  canvas.path(
    `M${n(x - size * 0.22)} ${n(y - size * 0.76)}Q${n(x + size * 0.1)} ${n(y - size * 0.7)} ${n(x + size * 0.42)} ${n(y - size * 0.76)}L${n(x + size * 0.1)} ${n(y - size * 1.02)}z`,
    straw,
  );
}
