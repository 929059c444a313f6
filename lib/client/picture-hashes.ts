import type { Image } from "@/lib/contract/search-answer";
import { perceptualHash } from "@/lib/core/perceptual-hash";
import { loadedPicture, loadPicture, pixelsOf } from "./picture-pixels";

/** Eight pixels for each cell of the hash. */
const SIDE_PX = 72;

/** By image id, for as long as the page is open. */
const hashes = new Map<string, string>();

/**
 * The hashes of images (`perceptualHash`), from their thumbnails of this server; without `isLoading`
 * only from those that the page shows. Works in idle time. An image that cannot be read has none.
 */
export async function hashesOf(
  images: readonly Image[],
  { isLoading, signal }: { isLoading: boolean; signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  for (const { id, thumbnails } of images) {
    if (hashes.has(id) || thumbnails === null) continue;
    await idle();
    if (signal.aborted) break;
    try {
      const picture = loadedPicture(id) ?? (isLoading ? await loadPicture(thumbnails) : null);
      if (picture === null) continue;
      hashes.set(id, perceptualHash(pixelsOf(picture, { widthPx: SIDE_PX, heightPx: SIDE_PX })));
    } catch {
      // It could not be loaded or read.
    }
  }
  return new Map(hashes);
}

function idle(): Promise<void> {
  return new Promise((done) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => done());
    else setTimeout(done);
  });
}
