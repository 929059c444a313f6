import type { Image } from "@/lib/contract/search-answer";

/** Where an image is from, for a person: its host, or the folder of an own picture without one. */
export function placeOf({ folder, host }: Pick<Image, "folder" | "host">): string {
  return folder ?? host;
}

/** Whether an answer has own pictures, whose folder stands in place of a host. */
export function hasFolders(images: readonly Pick<Image, "folder">[]): boolean {
  return images.some(({ folder }) => folder !== undefined);
}
