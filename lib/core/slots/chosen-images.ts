import type { ExportedImage } from "@/lib/contract/picked-image";
import type { Crop, Slot } from "@/lib/contract/picker";
import { type FocalPoint, slotCrop } from "./slot-crop";
import { type FittedImage, slotFit, slotMinimum, slotRatio } from "./slot-fit";

/** An image in a slot, as the editor arranged it. */
export type ChosenImage = {
  /** Distinguishes the same image in two slots. */
  key: string;
  slot: string;
  image: ExportedImage;
  focus: FocalPoint;
  /** At least 1; the crop is the largest one, divided by it. */
  zoom: number;
  /** Not used while `isDecorative`. */
  alternativeText: string;
  isDecorative: boolean;
  caption: string;
  fileName: string;
  /** How the editor cleared the rights; null if they are not verified. */
  clearance: { note: string; at: string } | null;
};

/** Returns how many images a slot takes. */
export function countOf({ count = 1 }: Slot): number {
  return count;
}

/** Returns how many images all slots take. */
export function placeCount(slots: readonly Slot[]): number {
  return slots.reduce((sum, slot) => sum + countOf(slot), 0);
}

/** Returns the first slot with a free place; null if all are full. */
export function firstFreeSlot(slots: readonly Slot[], chosen: readonly ChosenImage[]): Slot | null {
  return slots.find((slot) => inSlot(chosen, slot).length < countOf(slot)) ?? null;
}

/** Returns the images of a slot, in the order in which they were chosen. */
export function inSlot(chosen: readonly ChosenImage[], { name }: Slot): ChosenImage[] {
  return chosen.filter(({ slot }) => slot === name);
}

/** Returns the chosen images in the order of the slots. */
export function inSlotOrder(slots: readonly Slot[], chosen: readonly ChosenImage[]): ChosenImage[] {
  return slots.flatMap((slot) => inSlot(chosen, slot));
}

/**
 * Whether an image may be chosen for a slot. Its crop must have the smallest usable size; an image of
 * unknown size may fill only a slot that sets neither size nor ratio.
 */
export function isUsable(image: FittedImage, slot: Slot): boolean {
  const { kind } = slotFit(image, slot);
  if (kind !== "unknown") return kind !== "small" && kind !== "transparent";
  const { width, height } = slotMinimum(slot);
  return slotRatio(slot) === null && width === 0 && height === 0;
}

/** Returns the crop of a chosen image; null for a slot without a ratio. */
export function cropOf({ image, focus, zoom }: ChosenImage, slot: Slot): Crop | null {
  const { width, height } = image;
  const ratio = slotRatio(slot);
  if (ratio === null || width === null || height === null) return null;
  return slotCrop({ width, height }, ratio, focus, zoom);
}

/** The recommended maximum: some screen readers pause after about this many characters. */
export const ALTERNATIVE_TEXT_CHARACTERS = 125;

/**
 * Whether an image's name cannot serve as alternative text: it is empty, or the name of a file or
 * of a picture in a camera (`IMG_2041.JPG`, `DSC00312`, `9f1c2ab0`).
 */
export function isFileName(name: string): boolean {
  const text = name.trim();
  if (text === "") return true;
  if (/\.(jpe?g|png|gif|webp|avif|heic|heif|tiff?|bmp|svg|raw|cr2|nef|dng)$/i.test(text))
    return true;
  const isOneWord = !/\s/.test(text);
  return isOneWord && /_|(?:\d.*){3}/.test(text);
}

/** Returns the alternative text that an image starts with: its name, unless that is a file name. */
export function alternativeTextOf({ name }: { name: string }): string {
  return isFileName(name) ? "" : name.trim();
}

/** Returns an image as it is first chosen. */
export function choose(
  image: ExportedImage,
  slot: Slot,
  given: Pick<ChosenImage, "key" | "fileName" | "focus">,
): ChosenImage {
  return {
    slot: slot.name,
    image,
    zoom: 1,
    alternativeText: alternativeTextOf(image),
    isDecorative: false,
    caption: "",
    clearance: image.clearance ?? null,
    ...given,
  };
}

/** Whether the editor must still write an alternative text, or mark the image as decorative. */
export function lacksAlternativeText({ alternativeText, isDecorative }: ChosenImage): boolean {
  return !isDecorative && alternativeText.trim() === "";
}
