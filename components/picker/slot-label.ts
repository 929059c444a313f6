import type { Slot } from "@/lib/contract/picker";
import { pickerMessages as messages } from "@/lib/messages/compiled/picker";

/** Returns a slot's name for people, with its size or ratio if asked for. */
export function slotLabel(slot: Slot, hasSize = false): string {
  const { name, label = name, width, height, ratio } = slot;
  if (!hasSize) return label;
  if (width !== undefined && height !== undefined) {
    return messages("slot.size", { slot: label, width: String(width), height: String(height) });
  }
  return ratio === undefined ? label : messages("slot.ratio", { slot: label, ratio });
}
