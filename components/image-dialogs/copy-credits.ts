import { showToast } from "@/components/ui/toast";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { selectionMessages as messages } from "@/lib/messages/compiled/selection";

/** Copies credits in the last chosen format. A toast says whether that worked. */
export async function copyCredits(images: readonly ExportedImage[]): Promise<void> {
  const isCopied = await import("@/lib/client/copy-credit").then(
    ({ copyCredit }) => copyCredit(images),
    () => false,
  );
  showToast(isCopied ? messages("copied", { count: images.length }) : messages("notCopied"));
}
