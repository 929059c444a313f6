import type { Image, Thumbnails } from "@/lib/contract/search-answer";
import { perceptualHash } from "@/lib/core/image/perceptual-hash";
import { dropOldest } from "./drop-oldest";
import { loadedPicture, loadPicture, pixelsOf } from "./picture-pixels";

/** Eight pixels per cell of the hash, in each direction. */
const SIDE_PX = 72;

const HASHES_MAX = 5_000;

/** By image id, until the page unloads. */
const hashes = new Map<string, string>();

/**
 * Returns hashes of images (`perceptualHash`) from their thumbnails on this server; without
 * `isLoading` only of thumbnails on the page. Runs in idle time. Skips unreadable images.
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
      dropOldest(hashes, HASHES_MAX);
    } catch {
      // The thumbnail could not be loaded or read.
    }
  }
  return new Map(hashes);
}

/**
 * Returns the hash of a picture as it looks now. Requests a JPEG thumbnail: pages request other
 * formats, so the server has not stored one and makes it from the current file.
 *
 * @returns a null hash without a picture; `isLimited`: the server makes no more for this visitor
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
