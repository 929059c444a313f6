import { changeImages, listCollections, readCovers } from "./collection-store";
import { fetchProofs, needsProof } from "./image-proofs";

/**
 * Asks the server for new thumbnails of collection covers whose thumbnails have expired. Returns
 * whether there are any; also updates the home page's copy.
 *
 * @throws CollectionStorageError
 */
export async function refreshCovers(): Promise<boolean> {
  let isAnyNew = false;
  for (const { id } of await listCollections()) {
    const expired = (await readCovers(id)).filter((image) => needsProof(image));
    const found = await fetchProofs(expired);
    if (found.size === 0) continue;
    await changeImages(id, found);
    isAnyNew = true;
  }
  return isAnyNew;
}
