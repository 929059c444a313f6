import type { Image } from "@/lib/contract/search-answer";

/** Returns an image's origin for a person: its host, or the folder of an own picture without one. */
export function placeOf({ folder, host }: Pick<Image, "folder" | "host">): string {
  return folder ?? host;
}

/**
 * Returns whom to ask for an image's rights: its creator, or its host; null for an own picture without a
 * stated creator.
 */
export function rightsContactOf(image: Pick<Image, "folder" | "host" | "file">): string | null {
  return image.file?.creator ?? (image.folder === undefined ? image.host : null);
}

/** Returns whether an answer has own pictures with a folder instead of a host. */
export function hasFolders(images: readonly Pick<Image, "folder">[]): boolean {
  return images.some(({ folder }) => folder !== undefined);
}
