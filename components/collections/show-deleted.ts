import { undoAction } from "@/components/image-dialogs/undo-action";
import { showToast } from "@/components/ui/toast";
import { type DeletedCollection, putBack } from "@/lib/client/collections/collection-store";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";

/** Shows that a collection was deleted, with a button to undo. */
export function showDeleted({ collection, images }: DeletedCollection): void {
  const text = messages("deleted", { name: collection.name });
  showToast(text, [undoAction(text, () => putBack(images, collection))]);
}
