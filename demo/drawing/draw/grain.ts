import { random } from "./random";

const SIDE = 512;
const MASK = SIDE - 1;

function grainTile(): Float32Array {
  const r = random("grain");
  const raw = Float32Array.from(
    { length: SIDE * SIDE },
    () => (r.next() + r.next() + r.next() + r.next() - 2) * 0.87,
  );
  // Averaged with three neighbours: clumps of about one and a half pixels.
  return raw.map((value, i) => {
    const [x, y] = [i & MASK, i >> 9];
    const right = raw[(y << 9) | ((x + 1) & MASK)] ?? 0;
    const below = raw[(((y + 1) & MASK) << 9) | x] ?? 0;
    const across = raw[(((y + 1) & MASK) << 9) | ((x + 1) & MASK)] ?? 0;
    return (value + right + below + across) * 0.5;
  });
}

function mottleTile(): Float32Array {
  const r = random("mottle");
  const tile = new Float32Array(SIDE * SIDE);
  for (const [octave, cell] of [64, 32, 8, 4].entries()) {
    const cells = SIDE / cell;
    const knots = Float32Array.from({ length: cells * cells }, () => r.next() * 2 - 1);
    const knot = (x: number, y: number) => knots[(y % cells) * cells + (x % cells)] ?? 0;
    for (let y = 0; y < SIDE; y++) {
      for (let x = 0; x < SIDE; x++) {
        const [cx, cy] = [Math.floor(x / cell), Math.floor(y / cell)];
        const [fx, fy] = [(x % cell) / cell, (y % cell) / cell];
        const [sx, sy] = [fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)];
        const top = knot(cx, cy) * (1 - sx) + knot(cx + 1, cy) * sx;
        const bottom = knot(cx, cy + 1) * (1 - sx) + knot(cx + 1, cy + 1) * sx;
        const i = y * SIDE + x;
        tile[i] = (tile[i] ?? 0) + (top * (1 - sy) + bottom * sy) * 0.62 ** octave;
      }
    }
  }
  return tile;
}

let tiles: { grain: Float32Array; mottle: Float32Array } | undefined;

/** Grain and mottle as amplitudes of 255, the vignette as a share at the corners. */
export type Grain = { grain: number; mottle: number; vignette: number };

/**
 * Puts grain, paper mottle and a vignette over RGB pixels, in place. `scale` is the size of this
 * rendering against the original: grain is made of output pixels, so a small one needs less of it.
 */
export function applyGrain(
  pixels: Uint8ClampedArray,
  size: { width: number; height: number; scale: number },
  { grain, mottle, vignette }: Grain,
): void {
  tiles ??= { grain: grainTile(), mottle: mottleTile() };
  const { grain: fine, mottle: coarse } = tiles;
  const { width, height, scale } = size;
  const g = grain * Math.min(1, scale);
  const step = 0.7 / scale;
  const [cx, cy] = [width / 2, height / 2];
  const k = vignette / (cx * cx + cy * cy);
  let p = 0;
  for (let y = 0; y < height; y++) {
    const fineRow = (y & MASK) << 9;
    const coarseRow = ((y * step) & MASK) << 9;
    const dy = (y - cy) ** 2;
    for (let x = 0; x < width; x++) {
      const add =
        (fine[fineRow | (x & MASK)] as number) * g +
        (coarse[coarseRow | ((x * step) & MASK)] as number) * mottle;
      const shade = 1 - k * ((x - cx) ** 2 + dy);
      pixels[p] = (pixels[p] as number) * shade + add;
      pixels[p + 1] = (pixels[p + 1] as number) * shade + add;
      pixels[p + 2] = (pixels[p + 2] as number) * shade + add;
      p += 3;
    }
  }
}
