import { showToast } from "@/components/ui/toast";
import { storageError } from "@/lib/client/collections/collection-database";
import { lastCollection } from "@/lib/client/collections/collection-shelf";
import { type Save, undoSave } from "@/lib/client/collections/collection-store";
import { type SaveTarget, saveToCollection } from "@/lib/client/collections/save-to-collection";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { saveMessages as messages } from "@/lib/messages/compiled/save";
import { storageProblemMessages } from "@/lib/messages/compiled/storage-problem";
import { undoAction } from "./undo-action";

/**
 * Saves images to a collection. A toast says so, with a link to the collection and a button to undo.
 *
 * @throws CollectionStorageError; then nothing was saved
 */
export async function saveImagesTo(
  target: SaveTarget,
  images: readonly ExportedImage[],
): Promise<void> {
  const save = await saveToCollection(target, images);
  const text = savedText(save, images.length);
  showToast(text, [
    { label: messages("open"), act: collectionHref(save.collection) },
    ...(save.before === null || save.added.length > 0
      ? [undoAction(text, () => undoSave(save))]
      : []),
  ]);
}

/**
 * Saves images to the last collection. Returns false if there is none, so that the caller lets the
 * editor choose.
 */
export async function saveToLast(images: readonly ExportedImage[]): Promise<boolean> {
  const last = lastCollection();
  if (last === null) return false;
  try {
    await saveImagesTo({ id: last.id }, images);
  } catch (error) {
    const { problem } = storageError(error);
    if (problem === "deleted") return false;
    showToast(storageProblemMessages(problem));
  }
  return true;
}

/** Opens the collection that images were last saved to. Returns false if there is none. */
export function openLastCollection(): boolean {
  const last = lastCollection();
  if (last !== null) location.assign(collectionHref(last));
  return last !== null;
}

function collectionHref({ id }: { id: string }): string {
  return `/collections/${id}`;
}

function savedText({ collection: { name }, added }: Save, count: number): string {
  const present = count - added.length;
  return [
    added.length > 0 && messages("saved", { count: added.length, name }),
    present > 0 && messages("present", { count: present, name }),
  ]
    .filter(Boolean)
    .join(". ");
}
