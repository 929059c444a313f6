import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { PHOTOGRAPHS, photographPath } from "./photographs";

/** Increase it when the pictures below change, so that benches generate them again. */
const VERSION = 2;

export const PHOTOGRAPH_SET_COUNT = 50;

/** A search for this word finds exactly the set: it is the name of the folder. */
export const PHOTOGRAPH_SET_WORD = "journey";

export type PhotographSet = {
  /** The folder to configure as a library. */
  folder: string;
  /** The files, sorted by name. */
  paths: readonly string[];
  count: number;
  totalBytes: number;
};

/** Width over height of cameras and phones, and of a few crops. */
const RATIOS = [3 / 2, 3 / 4, 4 / 3, 16 / 9, 2 / 3, 1, 3 / 2, 4 / 5, 2.1, 4 / 3, 9 / 16];
const LONG_SIDES_PX = [3000, 2880, 3200, 3072, 2800];

/** Variants of one photograph: crop, brightness, saturation. */
const VARIANTS = [
  { name: "in-the-morning", part: 1, x: 0.5, y: 0.5, brightness: 1, saturation: 1 },
  { name: "at-noon", part: 0.86, x: 0, y: 0.3, brightness: 1.08, saturation: 1.12 },
  { name: "after-the-rain", part: 0.8, x: 1, y: 0.6, brightness: 0.94, saturation: 0.82 },
  { name: "at-dusk", part: 0.9, x: 0.3, y: 1, brightness: 0.86, saturation: 1.2 },
  { name: "in-winter", part: 0.76, x: 0.7, y: 0, brightness: 1.04, saturation: 0.5 },
  { name: "from-the-path", part: 0.94, x: 0.9, y: 0.9, brightness: 0.97, saturation: 1.05 },
] as const;

/**
 * Fifty photographs of camera size (about 3000 px, 0.6 to 2.6 MB each, 71 MB in all), derived from
 * nine small ones by cropping, mirroring, toning, enlarging and adding grain. The result is
 * deterministic. The first call generates them into `test-results` (about half a minute); later
 * calls reuse them. Safe for concurrent processes.
 */
export async function photographSet(): Promise<PhotographSet> {
  const folder = join("test-results", `photograph-set-${VERSION}`);
  const inside = join(folder, PHOTOGRAPH_SET_WORD);
  mkdirSync(inside, { recursive: true });
  for (let i = 0; i < PHOTOGRAPH_SET_COUNT; i++) await makePhotograph(inside, i);
  const paths = readdirSync(inside)
    .filter((name) => name.endsWith(".jpg"))
    .sort()
    .map((name) => join(inside, name));
  const totalBytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  return { folder, paths, count: paths.length, totalBytes };
}

async function makePhotograph(folder: string, i: number): Promise<void> {
  const source = PHOTOGRAPHS[i % PHOTOGRAPHS.length] ?? PHOTOGRAPHS[0];
  const variant = VARIANTS[Math.floor(i / PHOTOGRAPHS.length) % VARIANTS.length] ?? VARIANTS[0];
  const path = join(folder, `${source}-${variant.name}.jpg`);
  if (existsSync(path)) return;

  const { width = 0, height = 0 } = await sharp(photographPath(source)).metadata();
  const ratio = RATIOS[i % RATIOS.length] ?? 1;
  const cut = cutOf(width, height, ratio, variant);
  const longPx = LONG_SIDES_PX[i % LONG_SIDES_PX.length] ?? 3000;
  const target = {
    width: Math.round(ratio >= 1 ? longPx : longPx * ratio),
    height: Math.round(ratio >= 1 ? longPx / ratio : longPx),
  };
  // Resolve to pixels first; sharp would otherwise reorder these steps.
  const { data, info } = await sharp(photographPath(source))
    .extract(cut)
    .flop(i % 2 === 1)
    .modulate({ brightness: variant.brightness, saturation: variant.saturation })
    // Sharpened as a camera does, and before enlarging, because fewer pixels cost less.
    .sharpen({ sigma: 1 })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Rename atomically: other processes may read this folder or create the same file.
  const unfinished = `${path}.${process.pid}`;
  await sharp(data, { raw: info })
    .resize({ ...target, kernel: "lanczos3", fit: "fill" })
    .composite([{ input: grain(i), raw: GRAIN, tile: true, blend: "overlay" }])
    .jpeg({ quality: 88 + (i % 3), chromaSubsampling: "4:2:0" })
    .toFile(unfinished);
  if (existsSync(path)) rmSync(unfinished);
  else renameSync(unfinished, path);
}

/** The largest crop of `ratio` that fits, scaled and moved by the variant. */
function cutOf(
  width: number,
  height: number,
  ratio: number,
  { part, x, y }: (typeof VARIANTS)[number],
): { left: number; top: number; width: number; height: number } {
  const widest = Math.min(width, height * ratio) * part;
  const cut = { width: Math.floor(widest), height: Math.floor(widest / ratio) };
  return {
    ...cut,
    left: Math.floor((width - cut.width) * x),
    top: Math.floor((height - cut.height) * y),
  };
}

const GRAIN = { width: 512, height: 512, channels: 3 } as const;

/** Sensor noise to overlay. Without it the enlarged files would be too small. */
function grain(seed: number): Buffer {
  const pixels = Buffer.alloc(GRAIN.width * GRAIN.height * GRAIN.channels);
  let state = seed * 2_654_435_761 + 1;
  for (let i = 0; i < pixels.length; i += GRAIN.channels) {
    let sum = 0;
    for (let draw = 0; draw < 3; draw++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      sum += state / 0xffffffff - 0.5;
    }
    pixels.fill(Math.round(128 + sum * 17), i, i + GRAIN.channels);
  }
  return pixels;
}
