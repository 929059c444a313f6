import type { Slot } from "@/lib/contract/picker";
import { countOf } from "@/lib/core/slots/chosen-images";
import { slotMinimum } from "@/lib/core/slots/slot-fit";
import { pickerMessages as messages } from "@/lib/messages/compiled/picker";

/** Returns a slot's name for people. */
export function slotLabel({ name, label = name }: Slot): string {
  return label;
}

/** Says what a slot takes, such as "Hero 1600 × 900 px". */
export function slotRule(slot: Slot): string {
  const { width, height, ratio } = slot;
  const minimum = slotMinimum(slot).width;
  const count = countOf(slot);
  let text = slotLabel(slot);
  if (width !== undefined && height !== undefined) {
    text = messages("slot.size", { slot: text, width: String(width), height: String(height) });
  } else {
    if (ratio !== undefined) text = messages("slot.ratio", { slot: text, ratio });
    if (minimum > 0) text = messages("slot.width", { slot: text, width: String(minimum) });
  }
  if (slot.transparent === false) text = messages("slot.opaque", { slot: text });
  return count === 1 ? text : messages("slot.count", { slot: text, count });
}
