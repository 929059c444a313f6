import type { Crop } from "@/lib/contract/picker";

type Size = { width: number; height: number };

/** Ratios differ by rounding, or because a service measured a smaller copy. */
const RATIO_TOLERANCE = 0.02;

/**
 * Converts a crop from pixels of the size that a search service stated, which is often that of a copy,
 * to pixels of the original. Returns null if the crop is not inside the stated size, or if the original's
 * ratio differs, so that the crop would show another part.
 */
export function originalCrop(crop: Crop, stated: Size, original: Size): Crop | null {
  const isInside = crop.x + crop.width <= stated.width && crop.y + crop.height <= stated.height;
  const [across, down] = [original.width / stated.width, original.height / stated.height];
  if (!isInside || Math.abs(across / down - 1) > RATIO_TOLERANCE) return null;
  const [x, y] = [Math.round(crop.x * across), Math.round(crop.y * down)];
  const [right, bottom] = [(crop.x + crop.width) * across, (crop.y + crop.height) * down];
  return {
    x: Math.min(x, original.width - 1),
    y: Math.min(y, original.height - 1),
    width: Math.max(1, Math.round(right) - x),
    height: Math.max(1, Math.round(bottom) - y),
  };
}
