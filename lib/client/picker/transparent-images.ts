import type { PickedImage } from "@/lib/contract/picked-image";
import type { Thumbnails } from "@/lib/contract/search-answer";

const SIDE_PX = 64;

/** Encoders of thumbnails change the alpha of opaque pixels a little. */
const OPAQUE_ALPHA_MIN = 250;

/**
 * Calls `onFound` with the id of each image with transparent pixels, because an answer does not say which
 * images have some. Reads their smallest thumbnails, but none of a JPEG, which has no transparency.
 */
export async function findTransparent(
  images: readonly PickedImage[],
  signal: AbortSignal,
  onFound: (id: string) => void,
): Promise<void> {
  for (const image of images) {
    if (image.thumbnails === null || isJpeg(image)) continue;
    // An image whose thumbnail cannot be read counts as opaque.
    const isTransparent = await isAnyPixelTransparent(image.thumbnails, signal).catch(() => false);
    if (signal.aborted) return;
    if (isTransparent) onFound(image.id);
  }
}

function isJpeg({ file, imageUrl }: PickedImage): boolean {
  return file === undefined ? /\.jpe?g(?:$|[?#])/i.test(imageUrl) : file.format === "jpeg";
}

async function isAnyPixelTransparent(
  { path, widthsPx }: Thumbnails,
  signal: AbortSignal,
): Promise<boolean> {
  // A JPEG thumbnail would be opaque.
  const headers = { accept: "image/avif,image/webp" };
  const response = await fetch(`${path}${widthsPx[0]}`, { headers, signal });
  // The body of a failure is a transparent pixel.
  if (!response.ok) return false;
  const picture = await createImageBitmap(await response.blob());
  const context = new OffscreenCanvas(SIDE_PX, SIDE_PX).getContext("2d");
  context?.drawImage(picture, 0, 0, SIDE_PX, SIDE_PX);
  picture.close();
  const pixels = context?.getImageData(0, 0, SIDE_PX, SIDE_PX).data ?? [];
  return pixels.some((value, at) => at % 4 === 3 && value < OPAQUE_ALPHA_MIN);
}
