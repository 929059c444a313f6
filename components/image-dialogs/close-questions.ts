import type { CloseQuestion } from "@/components/ui/dialog";
import { dialogMessages as messages } from "@/lib/messages/compiled/dialog";

/** Asked before an export that is running ends with its dialog. */
export const stopExport = (): CloseQuestion => ({
  text: messages("running"),
  close: messages("stop"),
  stay: messages("keepRunning"),
});

/** Asked before a typed text is lost. */
export const discardText = (): CloseQuestion => ({
  text: messages("unsaved"),
  close: messages("discard"),
  stay: messages("keepEditing"),
});
