import { showToast } from "@/components/ui/toast";
import { copyCredit, missingParts } from "@/lib/client/copy-credit";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { imageActionMessages as messages } from "@/lib/messages/compiled/image-action";

/**
 * Copies credits in the last chosen format. A toast says whether that worked. Must be called in a
 * click or key press, and so must not load code first.
 */
export async function copyCredits(images: readonly ExportedImage[]): Promise<void> {
  const isCopied = await copyCredit(images);
  if (!isCopied) {
    showToast(messages("notCopied"));
    return;
  }
  const count = images.length;
  showToast(messages(missingParts(images).length > 0 ? "copiedInPart" : "copied", { count }));
}
