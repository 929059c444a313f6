/**
 * Sizes of pictures by pixels: small is below one megapixel, medium below four, large below twelve,
 * huge from there.
 */
export const SIZE_CLASSES = ["small", "medium", "large", "huge"] as const;

export type SizeClass = (typeof SIZE_CLASSES)[number];

export function sizeClassOf(pixelCount: number): SizeClass {
  if (pixelCount < 1_000_000) return "small";
  if (pixelCount < 4_000_000) return "medium";
  return pixelCount < 12_000_000 ? "large" : "huge";
}
