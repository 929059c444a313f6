import { hashesOf } from "@/lib/client/picture-hashes";
import type { ExportedImage, SavedImage } from "@/lib/contract/picked-image";
import { cacheForOffline } from "../offline/cache-for-offline";
import { changeImages, createCollection, type Save, saveImages } from "./collection-store";
import { fetchProofs } from "./image-proofs";

/** Where picks are saved: a collection by its id, or a new one by its name. */
export type SaveTarget = { id: string } | { name: string };

/**
 * Saves images at the end of a collection, which then works without a connection.
 * Picked images get a signed proof. Images of another collection, a file or a link keep their
 * proof, note and clearance. Leaves images unchanged that the collection already contains.
 *
 * @throws CollectionStorageError; then nothing was saved
 */
export async function saveToCollection(
  target: SaveTarget,
  picks: readonly ExportedImage[],
): Promise<Save> {
  const images = picks.map(toSavedImage);
  const save = "id" in target ? await saveImages(target.id, images) : await saveAsNew(target.name);
  cacheForOffline(images);
  void saveProofs(save.collection.id, images);
  void saveHashes(save.collection.id, images);
  return save;

  async function saveAsNew(name: string): Promise<Save> {
    const collection = await createCollection(name, images);
    return { collection, added: images, before: null };
  }
}

/** If this fails or the page closes, the collection's page asks again. */
async function saveProofs(id: string, images: readonly SavedImage[]): Promise<void> {
  // A thumbnail path is a proof. Images without a path have a signed proof, or cannot get one.
  const found = await fetchProofs(
    images.filter(({ reference, thumbnails }) => reference === null && thumbnails !== null),
  );
  if (found.size > 0) await changeImages(id, found).catch(() => {});
}

/**
 * Saves the hashes of the pictures that the page shows, so that a later check can detect a replaced
 * picture. All others get their hash at the first check.
 */
async function saveHashes(id: string, images: readonly SavedImage[]): Promise<void> {
  const { signal } = new AbortController();
  const hashes = await hashesOf(images, { isLoading: false, signal });
  const changes = images.flatMap((image) => {
    const pictureHash = hashes.get(image.id);
    return pictureHash === undefined ? [] : [[image.id, { pictureHash }] as const];
  });
  if (changes.length > 0) await changeImages(id, new Map(changes)).catch(() => {});
}

function toSavedImage(pick: ExportedImage): SavedImage {
  return {
    id: pick.id,
    name: pick.name,
    imageUrl: pick.imageUrl,
    hostUrl: pick.hostUrl,
    host: pick.host,
    ...(pick.folder !== undefined && { folder: pick.folder }),
    ...(pick.file !== undefined && { file: pick.file }),
    width: pick.width,
    height: pick.height,
    accentColor: pick.accentColor,
    thumbnails: pick.thumbnails,
    fallbackUrl: pick.fallbackUrl,
    provenance: pick.provenance,
    reference: pick.reference ?? null,
    note: pick.note ?? "",
    clearance: pick.clearance ?? null,
    savedAt: pick.savedAt ?? new Date().toISOString(),
  };
}
