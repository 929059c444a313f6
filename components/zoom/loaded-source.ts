import { tileOf } from "@/lib/client/saved-positions";
import { isPicture } from "@/lib/core/image/image-sources";

/** Returns the URL that an image's tile shows; null if it is not in the document or not loaded. */
export function loadedSrcOf(imageId: string): string | null {
  const img = tileOf(imageId)?.querySelector("img");
  return img?.complete && isPicture(img) ? img.currentSrc : null;
}
