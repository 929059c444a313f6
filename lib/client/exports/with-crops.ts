import type { SizedSlot } from "@/lib/contract/crops";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { cropForSlot } from "@/lib/core/slots/sized-slots";
import { CENTRE } from "@/lib/core/slots/slot-crop";
import { savedFocalPoint } from "../focal-points";

/**
 * Returns images with their crops for a slot, around the focal points that the editor chose. An image of
 * unknown size has none; without a slot, none has.
 */
export function withCrops(
  images: readonly ExportedImage[],
  slot: SizedSlot | null,
): readonly ExportedImage[] {
  if (slot === null) return images;
  return images.map((image) => {
    const view = { focus: savedFocalPoint(image.id) ?? CENTRE, zoom: 1 };
    const crop = cropForSlot(image, slot, view);
    return crop === null ? image : { ...image, crop };
  });
}
