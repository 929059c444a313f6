import type { Collection } from "@/lib/contract/collection";
import type { ExportedImage, SavedImage } from "@/lib/contract/picked-image";
import { createCollection } from "./collection-store";

/**
 * Saves images that a file or a link brought as a new collection.
 *
 * @throws CollectionStorageError; then nothing was saved
 */
export function importCollection(
  title: string,
  images: readonly ExportedImage[],
): Promise<Collection> {
  return createCollection(title, images.map(toSavedImage));
}

function toSavedImage(image: ExportedImage): SavedImage {
  return {
    ...image,
    reference: image.reference ?? null,
    note: image.note ?? "",
    clearance: image.clearance ?? null,
    savedAt: image.savedAt ?? new Date().toISOString(),
  };
}
