/**
 * How large a picture is, by its pixels: small below one megapixel, medium below four, large below
 * twelve, huge from there.
 */
export const SIZE_CLASSES = ["small", "medium", "large", "huge"] as const;

export type SizeClass = (typeof SIZE_CLASSES)[number];

/** The first pixel count of each class after `small`. */
export const SIZE_CLASS_FROM_PX = {
  medium: 1_000_000,
  large: 4_000_000,
  huge: 12_000_000,
} as const;
