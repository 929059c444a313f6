import type { ExportedImage } from "@/lib/contract/picked-image";
import { imageFileNames } from "@/lib/core/image/image-file-names";
import { byteText } from "@/lib/messages/byte-text";
import { lightboxMessages } from "@/lib/messages/compiled/lightbox";
import { saveFile } from "./export-files";
import { failedText } from "./failed-text";
import { fetchOriginal, type OriginalProgress } from "./fetch-original";

/** Text that changes more often is unreadable. */
const PROGRESS_MS = 250;

/**
 * Downloads the file of an image, up to 100 MB.
 *
 * @param onProgress is called a few times a second with how much has arrived
 * @returns the text of a failure; null on success
 */
export async function downloadOriginal(
  image: ExportedImage,
  onProgress: (text: string) => void,
): Promise<string | null> {
  let lastMs = Number.NEGATIVE_INFINITY;
  const { signal } = new AbortController();
  const fetched = await fetchOriginal(image, signal, (progress) => {
    const nowMs = performance.now();
    if (nowMs - lastMs < PROGRESS_MS) return;
    lastMs = nowMs;
    onProgress(progressText(progress));
  });
  if (fetched.kind === "failure") return failedText(fetched.code);
  const { fullFileName } = imageFileNames(image.name, fetched.extension, "image");
  saveFile({ name: fullFileName, body: fetched.body });
  return null;
}

function progressText({ receivedBytes, sizeBytes }: OriginalProgress): string {
  const received = byteText(receivedBytes);
  if (sizeBytes === null) return received;
  return lightboxMessages("downloadedOf", { received, size: byteText(sizeBytes) });
}
