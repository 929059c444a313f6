import type { SlotFit } from "@/lib/core/slots/slot-fit";
import { cropMessages as messages } from "@/lib/messages/compiled/crop";

/** Says how an image fits a slot, such as "240 px too small". */
export function fitText(fit: SlotFit): string {
  switch (fit.kind) {
    case "small":
      return messages("small", { count: fit.missingPx });
    case "cropped":
      return messages("cropped", { share: String(Math.round(fit.share * 100)) });
    default:
      return messages(fit.kind);
  }
}
