import type { Image } from "@/lib/contract/search-answer";
import { placeOf } from "@/lib/core/image/image-place";
import { tileMessages } from "@/lib/messages/compiled/tile";

/** Returns the name of an image; if it has none, its site. */
export function nameOf(image: Image): string {
  return image.name || tileMessages("untitledFrom", { host: placeOf(image) });
}
