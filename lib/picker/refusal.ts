import "server-only";
import { PICKER_VERSION, type PickerMessage } from "@/lib/contract/picker";
import { pickerRefusalMessages } from "@/lib/messages/compiled/picker-refusal";
import { plainPage } from "@/lib/web/plain-page";
import type { ReadPickerCaller } from "./caller";

/**
 * Returns the page for a caller that may not open the picker: why, and what the operator or the
 * developers have to change. It contains nothing else, so the claimed page may embed it. Its script
 * sends the reason to that page, and to no other.
 */
export function pickerRefusal({
  reason,
  claimed,
}: Extract<ReadPickerCaller, { kind: "refused" }>): { html: string; policy: string } {
  // Read by `readOrigin`: it contains no character that HTML or a policy treats as special.
  const origin = claimed?.origin ?? "";
  const text = pickerRefusalMessages(reason, { origin });
  const remedy = pickerRefusalMessages(`${reason}.remedy`, { origin });
  const paragraphs = [text, remedy];
  const title = pickerRefusalMessages("title");
  if (claimed === null || claimed.mode === "redirect") return plainPage({ title, paragraphs });
  const message: PickerMessage = {
    type: "vitrine-picker.refused",
    version: PICKER_VERSION,
    session: claimed.session,
    reason,
    message: `${text} ${remedy}`,
  };
  const target = claimed.mode === "popup" ? "opener" : "parent";
  const json = JSON.stringify(message).replaceAll("<", "\\u003c");
  const script = `${target}?.postMessage(${json},"${origin}")`;
  const frameAncestor = claimed.mode === "frame" ? origin : null;
  return plainPage({ title, paragraphs, script, frameAncestor });
}
