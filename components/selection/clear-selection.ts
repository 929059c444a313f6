import { undoAction } from "@/components/image-dialogs/undo-action";
import { showToast } from "@/components/ui/toast";
import type { SelectionStore } from "@/lib/client/image-store";
import { NO_SELECTION } from "@/lib/core/image/selection";
import { selectionMessages as messages } from "@/lib/messages/compiled/selection";

/** Deselects all images. A toast says so, with a button to undo. Returns whether any was selected. */
export function clearSelection(store: SelectionStore): boolean {
  const cleared = store.selection();
  if (cleared.ids.size === 0) return false;
  // The bar announces it.
  const text = messages("cleared");
  showToast(text, [undoAction(text, async () => store.select(cleared))], false);
  store.select(NO_SELECTION);
  return true;
}
