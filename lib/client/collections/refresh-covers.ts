import { changeImages, listCollections, readCovers } from "./collection-store";
import { fetchProofs, needsProof } from "./image-proofs";

/**
 * Asks the server for new thumbnails of the pictures that lists of collections show, where they have
 * expired. Returns whether there are new ones; the home page's copy has them, too.
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
