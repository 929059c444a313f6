import type { Image } from "@/lib/contract/search-answer";

/** Returns an image's origin for a person: its host, or the folder of an own picture without one. */
export function placeOf({ folder, host }: Pick<Image, "folder" | "host">): string {
  return folder ?? host;
}

/** Returns whether an answer has own pictures with a folder instead of a host. */
export function hasFolders(images: readonly Pick<Image, "folder">[]): boolean {
  return images.some(({ folder }) => folder !== undefined);
}
