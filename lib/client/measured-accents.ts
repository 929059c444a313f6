import type { Image } from "@/lib/contract/search-answer";
import { accentOfPixels } from "@/lib/core/colour/accent-of-pixels";
import { dropOldest } from "./drop-oldest";
import { loadedPicture, loadPicture, pixelsOf } from "./picture-pixels";

const SIDE_PX = 48;

const ACCENTS_MAX = 5_000;

/** By image id, until the page unloads. */
const accents = new Map<string, string>();
let count = 0;
const listeners = new Set<() => void>();

/** Returns how many accents were measured so far. */
export const measuredCount = () => count;

/** Calls `listener` when accents were measured. */
export function onMeasured(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the images, with measured accent colours where the service sent none. */
export function withMeasuredAccents(images: readonly Image[]): readonly Image[] {
  if (accents.size === 0) return images;
  return images.map((image) => ({ ...image, accentColor: accentOf(image) }));
}

/**
 * Measures the accent colours of images whose service sent none, from their smallest thumbnails;
 * without `isLoading` only from thumbnails that the page has loaded. Skips images without a thumbnail
 * on this server: pixels of other hosts cannot be read.
 */
export async function measureAccents(
  images: readonly Image[],
  { isLoading }: { isLoading: boolean },
): Promise<void> {
  const before = count;
  await Promise.all(
    images.map(async (image) => {
      if (image.thumbnails === null || accentOf(image) !== null) return;
      try {
        const picture =
          loadedPicture(image.id) ?? (isLoading ? await loadPicture(image.thumbnails) : null);
        if (picture === null) return;
        accents.set(image.id, accentOfPicture(picture));
        count += 1;
      } catch {
        // The thumbnail could not be loaded.
      }
    }),
  );
  dropOldest(accents, ACCENTS_MAX);
  if (count > before) for (const listener of listeners) listener();
}

function accentOf({ id, accentColor }: Image): string | null {
  return accentColor ?? accents.get(id) ?? null;
}

/** @throws if the browser refuses to read pixels */
function accentOfPicture(picture: HTMLImageElement): string {
  const scale = SIDE_PX / Math.max(picture.naturalWidth, picture.naturalHeight);
  return accentOfPixels(
    pixelsOf(picture, {
      widthPx: Math.max(1, Math.round(picture.naturalWidth * scale)),
      heightPx: Math.max(1, Math.round(picture.naturalHeight * scale)),
    }),
  );
}
