import type { SlotFit } from "@/lib/core/slots/slot-fit";
import { cropMessages as messages } from "@/lib/messages/compiled/crop";

/** Says how an image fits a slot, such as "240 px too small". `isShort`: for a narrow tile. */
export function fitText(fit: SlotFit, isShort = false): string {
  switch (fit.kind) {
    case "small":
      return messages("small", { count: fit.missingPx });
    case "cropped":
      return messages(isShort ? "cropped.short" : "cropped", {
        share: Math.round(fit.share * 100),
      });
    default:
      return messages(fit.kind);
  }
}
