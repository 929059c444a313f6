import type { Thumbnails } from "@/lib/contract/search-answer";
import { isPicture } from "@/lib/core/image/image-sources";

/** Pixels as a canvas gives them. */
export type PicturePixels = { bytes: Uint8ClampedArray; widthPx: number; heightPx: number };

/** Returns the loaded picture of a tile; null if another host sent it, so it cannot be read. */
export function loadedPicture(imageId: string): HTMLImageElement | null {
  const tile = `[data-image-id="${CSS.escape(imageId)}"] img`;
  const picture = document.querySelector<HTMLImageElement>(tile);
  const isLoaded = picture?.complete && isPicture(picture);
  return isLoaded && new URL(picture.currentSrc).origin === location.origin ? picture : null;
}

/** Loads the smallest thumbnail. @throws if it cannot be loaded */
export async function loadPicture({ path, widthsPx }: Thumbnails): Promise<HTMLImageElement> {
  const picture = document.createElement("img");
  picture.src = `${path}${widthsPx[0]}`;
  await picture.decode();
  return picture;
}

/**
 * Returns the pixels of a picture scaled to this size.
 *
 * @throws if the browser refuses to read pixels, as some do to prevent tracking
 */
export function pixelsOf(
  picture: HTMLImageElement | ImageBitmap,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): PicturePixels {
  const canvas = Object.assign(document.createElement("canvas"), {
    width: widthPx,
    height: heightPx,
  });
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  context.drawImage(picture, 0, 0, widthPx, heightPx);
  return { bytes: context.getImageData(0, 0, widthPx, heightPx).data, widthPx, heightPx };
}
