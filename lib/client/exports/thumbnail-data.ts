import type { ExportedImage } from "@/lib/contract/picked-image";

const CONCURRENT_MAX = 4;

/** Sharp on most screens in a column of a contact sheet. */
const WIDTH_MIN_PX = 320;

/**
 * Returns the thumbnails of images as `data:` URLs, in order; null if an image has no thumbnail or
 * it does not load.
 *
 * @throws AbortError after `signal`
 */
export async function readThumbnails(
  images: readonly ExportedImage[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (doneCount: number) => void },
): Promise<(string | null)[]> {
  const read: (string | null)[] = images.map(() => null);
  const waiting = images.entries();
  let doneCount = 0;
  const work = async () => {
    for (const [index, image] of waiting) {
      read[index] = await readThumbnail(image, signal);
      doneCount += 1;
      onProgress(doneCount);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_MAX }, work));
  return read;
}

async function readThumbnail(
  { thumbnails }: ExportedImage,
  signal: AbortSignal,
): Promise<string | null> {
  if (thumbnails === null) return null;
  const { path, widthsPx } = thumbnails;
  const width = widthsPx.find((widthPx) => widthPx >= WIDTH_MIN_PX) ?? widthsPx.at(-1);
  try {
    // Programs that open a contact sheet may not know newer formats.
    const accept = "image/jpeg, image/png;q=0.9";
    const response = await fetch(`${path}${width}`, { signal, headers: { accept } });
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
