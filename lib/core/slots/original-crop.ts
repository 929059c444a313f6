import type { Crop } from "@/lib/contract/picker";

type Size = { width: number; height: number };

/** Ratios differ by rounding, or because a service measured a smaller copy. */
const RATIO_TOLERANCE = 0.02;

/**
 * Returns a crop in pixels of the original, for a crop in pixels of the size that a search service said,
 * which is often that of a copy. Null if the crop is not inside that size, or if the original has another
 * shape, so that the crop would show another part.
 */
export function originalCrop(crop: Crop, said: Size, original: Size): Crop | null {
  const isInside = crop.x + crop.width <= said.width && crop.y + crop.height <= said.height;
  const [across, down] = [original.width / said.width, original.height / said.height];
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
