import type { Crop } from "@/lib/contract/picker";
import { largestCrop } from "./slot-fit";

/** The point that matters in an image: shares of its width and height, from 0 to 1. */
export type FocalPoint = { x: number; y: number };

export const CENTRE: FocalPoint = { x: 0.5, y: 0.5 };

/**
 * Returns the crop of a ratio (width by height) around a focal point, in whole pixels of the original.
 * It lies inside the image; `zoom`, at least 1, divides the largest crop.
 */
export function slotCrop(
  size: { width: number; height: number },
  ratio: number,
  { x, y }: FocalPoint = CENTRE,
  zoom = 1,
): Crop {
  const largest = largestCrop(size, ratio);
  const width = Math.max(1, Math.round(largest.width / zoom));
  const height = Math.max(1, Math.round(largest.height / zoom));
  return {
    x: clamp(Math.round(x * size.width - width / 2), size.width - width),
    y: clamp(Math.round(y * size.height - height / 2), size.height - height),
    width,
    height,
  };
}

/** How an editor places a crop: around a focal point, `zoom` times smaller than the largest. */
export type CropView = { focus: FocalPoint; zoom: number };

export const WHOLE_CROP: CropView = { focus: CENTRE, zoom: 1 };

/** A smaller crop would show too little of the image. */
const ZOOM_MAX = 8;

/** Returns the largest zoom at which a crop still has the smallest usable size; at least 1. */
export function zoomMax(
  size: { width: number; height: number },
  ratio: number,
  minimum: { width: number; height: number },
): number {
  const largest = largestCrop(size, ratio);
  const zoom = Math.min(largest.width / minimum.width, largest.height / minimum.height, ZOOM_MAX);
  return Math.max(zoom, 1);
}

/**
 * Returns the focal point after the crop was moved by shares of the image's width and height. It is
 * the centre of the crop, so that the next move in any direction has an effect at once.
 */
export function movedFocus(
  size: { width: number; height: number },
  ratio: number,
  { focus, zoom }: CropView,
  by: { x: number; y: number },
): FocalPoint {
  const { x, y, width, height } = slotCrop(size, ratio, focus, zoom);
  const [halfX, halfY] = [width / size.width / 2, height / size.height / 2];
  return {
    x: Math.min(Math.max(x / size.width + halfX + by.x, halfX), 1 - halfX),
    y: Math.min(Math.max(y / size.height + halfY + by.y, halfY), 1 - halfY),
  };
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}
