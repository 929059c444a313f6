import type { Image, Thumbnails } from "@/lib/contract/search-answer";
import { perceptualHash } from "@/lib/core/image/perceptual-hash";
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
      hashes.set(id, hashOf(picture));
    } catch {
      // It could not be loaded or read.
    }
  }
  return new Map(hashes);
}

/**
 * The hash of a picture as it is now. It is computed from a JPEG thumbnail: pages ask for other formats,
 * so the server has made none when the image was found, and makes it of the file as it is now.
 *
 * @returns null where there is none; `isLimited`: the server makes no more for this visitor now
 * @throws AbortError after `signal`
 */
export async function currentHash(
  { path, widthsPx }: Thumbnails,
  signal: AbortSignal,
): Promise<{ hash: string | null; isLimited: boolean }> {
  try {
    const response = await fetch(`${path}${widthsPx[0]}`, {
      headers: { accept: "image/jpeg" },
      cache: "reload",
      signal,
    });
    if (!response.ok) return { hash: null, isLimited: response.status === 429 };
    const picture = await createImageBitmap(await response.blob());
    const hash = hashOf(picture);
    picture.close();
    return { hash, isLimited: false };
  } catch {
    signal.throwIfAborted();
    return { hash: null, isLimited: false };
  }
}

/** @throws as `pixelsOf` */
function hashOf(picture: HTMLImageElement | ImageBitmap): string {
  return perceptualHash(pixelsOf(picture, { widthPx: SIDE_PX, heightPx: SIDE_PX }));
}

function idle(): Promise<void> {
  return new Promise((done) => {
    // Safari has no idle callbacks.
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => done());
    else setTimeout(done);
  });
}
