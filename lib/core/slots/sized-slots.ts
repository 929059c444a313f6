import type { SizedSlot, SlotCrop } from "@/lib/contract/crops";
import { type CropView, slotCrop } from "./slot-crop";
import type { KnownSize } from "./slot-fit";

/** The slots that every editor has. */
export const STANDARD_SLOTS = [
  { name: "hero", width: 1600, height: 900 },
  { name: "social", width: 1200, height: 630 },
  { name: "square", width: 1080, height: 1080 },
  { name: "avatar", width: 400, height: 400 },
] as const;

/** A longer menu would be hard to read. */
export const OWN_SLOTS_MAX = 20;
export const SLOT_LABEL_CHARACTERS_MAX = 40;
export const SLOT_SIDE_PX_MAX = 10_000;

/**
 * Returns an image's crop for a slot; null if the image's size is unknown. Its file has the slot's size,
 * or that of the crop if this is smaller: nothing is enlarged.
 */
export function cropForSlot(
  { width, height }: KnownSize,
  slot: SizedSlot,
  { focus, zoom }: CropView,
): SlotCrop | null {
  if (width === null || height === null) return null;
  const crop = slotCrop({ width, height }, slot.width / slot.height, focus, zoom);
  const isLarge = crop.width >= slot.width && crop.height >= slot.height;
  const file = isLarge ? slot : crop;
  return { ...crop, slot, file: { width: file.width, height: file.height } };
}
