import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { PHOTOGRAPHS, photographPath } from "./photographs";

/** Raise it when the pictures below change, so that nobody measures with the old ones. */
const VERSION = 2;

export const PHOTOGRAPH_SET_COUNT = 50;

/** A word that finds all of them and nothing else: the name of the folder that they are in. */
export const PHOTOGRAPH_SET_WORD = "journey";

export type PhotographSet = {
  /** The folder to give to an installation as its library. */
  folder: string;
  /** The files, in order of their names. */
  paths: readonly string[];
  count: number;
  totalBytes: number;
};

/** Width over height, as cameras and phones make them, and a few that somebody has cut. */
const RATIOS = [3 / 2, 3 / 4, 4 / 3, 16 / 9, 2 / 3, 1, 3 / 2, 4 / 5, 2.1, 4 / 3, 9 / 16];
const LONG_SIDES_PX = [3000, 2880, 3200, 3072, 2800];

/** What makes another photograph of the same one: which part, how bright, how colourful. */
const VARIANTS = [
  { name: "in-the-morning", part: 1, x: 0.5, y: 0.5, brightness: 1, saturation: 1 },
  { name: "at-noon", part: 0.86, x: 0, y: 0.3, brightness: 1.08, saturation: 1.12 },
  { name: "after-the-rain", part: 0.8, x: 1, y: 0.6, brightness: 0.94, saturation: 0.82 },
  { name: "at-dusk", part: 0.9, x: 0.3, y: 1, brightness: 0.86, saturation: 1.2 },
  { name: "in-winter", part: 0.76, x: 0.7, y: 0, brightness: 1.04, saturation: 0.5 },
  { name: "from-the-path", part: 0.94, x: 0.9, y: 0.9, brightness: 0.97, saturation: 1.05 },
] as const;

/**
 * Fifty photographs as large as cameras make them (about 3000 px, 0.6 to 2.6 MB each, 71 MB in
 * all), made of the nine small ones by cutting, mirroring, toning, enlarging and adding grain; no
 * two are alike, and every run makes the same. Made once, in about half a minute, and kept in
 * `test-results`; several processes may ask for them at once.
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
  // Pixels first: sharp would otherwise put its own order onto these steps.
  const { data, info } = await sharp(photographPath(source))
    .extract(cut)
    .flop(i % 2 === 1)
    .modulate({ brightness: variant.brightness, saturation: variant.saturation })
    // As a camera does; here, where it is cheap, and not among millions of pixels.
    .sharpen({ sigma: 1 })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Complete or not there: others may be reading this folder, or making the same file.
  const unfinished = `${path}.${process.pid}`;
  await sharp(data, { raw: info })
    .resize({ ...target, kernel: "lanczos3", fit: "fill" })
    .composite([{ input: grain(i), raw: GRAIN, tile: true, blend: "overlay" }])
    .jpeg({ quality: 88 + (i % 3), chromaSubsampling: "4:2:0" })
    .toFile(unfinished);
  if (existsSync(path)) rmSync(unfinished);
  else renameSync(unfinished, path);
}

/** The largest part of `ratio` that fits, made smaller and moved as the variant says. */
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

/** What a sensor adds, and enlarging does not: fine noise, without which the files were too small. */
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
