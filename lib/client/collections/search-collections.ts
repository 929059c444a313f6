import type { CollectionSummary, StoredImage } from "@/lib/contract/collection";
import { filterImages } from "@/lib/core/image/filter-images";
import { listCollections, PICTURES_MAX, readImages, toPicture } from "./collection-store";

/**
 * Returns the collections with images whose name, host, folder or note contains all words of a query, as
 * if they had only those. All collections, for an empty query.
 *
 * @throws CollectionStorageError
 */
export async function searchCollections(query: string): Promise<CollectionSummary[]> {
  const listed = await listCollections();
  if (query === "") return listed;
  const found = await Promise.all(
    listed.map(async (collection) => {
      const images: StoredImage[] = [];
      await readImages(collection.id, (batch) => images.push(...filterImages(batch, query)));
      const pictures = images.slice(0, PICTURES_MAX).map(toPicture);
      return { ...collection, imageCount: images.length, pictures };
    }),
  );
  return found.filter(({ imageCount }) => imageCount > 0);
}
