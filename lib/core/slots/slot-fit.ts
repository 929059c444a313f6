import type { Slot } from "@/lib/contract/picker";

/** Pixels of an original; null if unknown. */
export type KnownSize = { width: number | null; height: number | null };

/** What decides how an image fits; `isTransparent` if any of its pixels is known to be transparent. */
export type FittedImage = KnownSize & { isTransparent?: boolean };

export type SlotFit =
  /** The slot takes no transparent images. */
  | { kind: "transparent" }
  | { kind: "fits" }
  /** The crop has this many pixels too few, in the direction that lacks more. */
  | { kind: "small"; missingPx: number }
  /** `share` of the area is cropped, from 0 to 1. */
  | { kind: "cropped"; share: number }
  | { kind: "unknown" };

/** A photograph of 3:2 in a slot of 16:9 loses 16%, which editors expect. */
const CROPPED_SHARE_MAX = 0.2;

/** Returns the ratio (width by height) of a slot's crop; null for a slot that takes any ratio. */
export function slotRatio({ width, height, ratio }: Slot): number | null {
  if (width !== undefined && height !== undefined) return width / height;
  const [across, down] = (ratio ?? "").split(":").map(Number);
  return across && down ? across / down : null;
}

/**
 * Returns the smallest usable size of a slot's crop; 0 in a direction without a limit. If the slot has a
 * ratio and states one minimum, the other follows from it, also below the slot's own size.
 */
export function slotMinimum(slot: Slot): { width: number; height: number } {
  const ratio = slotRatio(slot);
  const isStated = slot.minWidth !== undefined || slot.minHeight !== undefined;
  const own: Partial<Slot> = ratio !== null && isStated ? {} : slot;
  const { minWidth = own.width, minHeight = own.height } = slot;
  return {
    width: minWidth ?? (ratio && minHeight ? Math.round(minHeight * ratio) : 0),
    height: minHeight ?? (ratio && minWidth ? Math.round(minWidth / ratio) : 0),
  };
}

/** Returns the largest crop of a ratio, in whole pixels; the whole image without a ratio. */
export function largestCrop(
  { width, height }: { width: number; height: number },
  ratio: number | null,
): { width: number; height: number } {
  if (ratio === null) return { width, height };
  return width / height > ratio
    ? { width: Math.max(1, Math.round(height * ratio)), height }
    : { width, height: Math.max(1, Math.round(width / ratio)) };
}

/** Returns how an image fits a slot, at its largest crop. */
export function slotFit({ width, height, isTransparent }: FittedImage, slot: Slot): SlotFit {
  if (isTransparent && slot.transparent === false) return { kind: "transparent" };
  if (width === null || height === null) return { kind: "unknown" };
  const crop = largestCrop({ width, height }, slotRatio(slot));
  const minimum = slotMinimum(slot);
  const missingPx = Math.max(minimum.width - crop.width, minimum.height - crop.height);
  if (missingPx > 0) return { kind: "small", missingPx };
  const share = 1 - (crop.width * crop.height) / (width * height);
  return share > CROPPED_SHARE_MAX ? { kind: "cropped", share } : { kind: "fits" };
}
