import { fetchProofs } from "@/lib/client/collections/image-proofs";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { isThumbnailExpiring } from "@/lib/core/image/thumbnail-expiry";
import { fetchFromBusy } from "../busy-server";

const CONCURRENT_MAX = 4;

/** Sharp on most screens in a column of a contact sheet. */
const WIDTH_MIN_PX = 320;

/**
 * Returns the thumbnails of images as `data:` URLs, in order; null if an image has no thumbnail or
 * it does not load. Asks for new thumbnails in place of expired ones. While the server makes no more for
 * this visitor, waits and retries.
 *
 * @throws AbortError after `signal`
 */
export async function readThumbnails(
  images: readonly ExportedImage[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (doneCount: number) => void },
): Promise<(string | null)[]> {
  const read: (string | null)[] = images.map(() => null);
  const renewed = await fetchProofs(
    images.filter(isExpired).map((image) => ({ ...image, reference: image.reference ?? null })),
  );
  signal.throwIfAborted();
  const waiting = images
    .map((image) => renewed.get(image.id)?.thumbnails ?? image.thumbnails)
    .entries();
  let doneCount = 0;
  const work = async () => {
    for (const [index, thumbnails] of waiting) {
      read[index] = await readThumbnail(thumbnails, signal);
      doneCount += 1;
      onProgress(doneCount);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_MAX }, work));
  return read;
}

/** Whether an image's thumbnails are missing, although the server can make some, or expire soon. */
function isExpired({ thumbnails, reference }: ExportedImage): boolean {
  return thumbnails === null ? !!reference : isThumbnailExpiring(thumbnails.path, Date.now());
}

async function readThumbnail(
  thumbnails: ExportedImage["thumbnails"],
  signal: AbortSignal,
): Promise<string | null> {
  if (thumbnails === null) return null;
  const { path, widthsPx } = thumbnails;
  const width = widthsPx.find((widthPx) => widthPx >= WIDTH_MIN_PX) ?? widthsPx.at(-1);
  try {
    // Programs that open a contact sheet may not know newer formats.
    const accept = "image/jpeg, image/png;q=0.9";
    const response = await fetchFromBusy(`${path}${width}`, { signal, headers: { accept } });
    return response.ok ? await dataUrlOf(await response.blob()) : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
