import { showToast, type ToastAction } from "@/components/ui/toast";
import { storageError } from "@/lib/client/collections/collection-database";
import { saveMessages as messages } from "@/lib/messages/compiled/save";
import { storageProblemMessages } from "@/lib/messages/compiled/storage-problem";

/**
 * The button of a toast that undoes what the toast reports. If `undo` fails, the editor can retry, unless
 * the collection was deleted: that would fail for ever, and hide the acts before from Ctrl+Z.
 *
 * @param text the toast's, repeated when it is undone: Ctrl+Z may undo it long after
 */
export function undoAction(text: string, undo: () => Promise<void>): ToastAction {
  const action: ToastAction = {
    label: messages("undo"),
    isUndo: true,
    async act() {
      try {
        await undo();
        showToast(messages("undone", { text }));
      } catch (error) {
        const { problem } = storageError(error);
        showToast(storageProblemMessages(problem), problem === "deleted" ? [] : [action]);
      }
    },
  };
  return action;
}
