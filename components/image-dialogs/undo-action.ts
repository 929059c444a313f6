import { showToast, type ToastAction } from "@/components/ui/toast";
import { storageError } from "@/lib/client/collections/collection-database";
import { saveMessages as messages } from "@/lib/messages/compiled/save";
import { storageProblemMessages } from "@/lib/messages/compiled/storage-problem";

/** The button of a toast that undoes what the toast reports. If `undo` fails, the editor can retry. */
export function undoAction(undo: () => Promise<void>): ToastAction {
  const action: ToastAction = {
    label: messages("undo"),
    isUndo: true,
    async act() {
      try {
        await undo();
        showToast(messages("undone"));
      } catch (error) {
        showToast(storageProblemMessages(storageError(error).problem), [action]);
      }
    },
  };
  return action;
}
