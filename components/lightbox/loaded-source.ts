import { tileOf } from "@/lib/client/saved-positions";

/** What the tile of an image shows; null where it is not in the document, or still loading. */
export function loadedSrcOf(imageId: string): string | null {
  const img = tileOf(imageId)?.querySelector("img");
  return img?.complete && img.naturalWidth > 1 ? img.currentSrc : null;
}
