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

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}
