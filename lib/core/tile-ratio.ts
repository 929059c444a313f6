import type { Image } from "@/lib/contract/search-answer";

/** The ratio of a picture whose size is not known: the commonest one of photographs. */
const GUESSED_RATIO = 4 / 3;

/** Beyond these a size is taken for a mistake of the service rather than for a panorama. */
const RATIO_MIN = 1 / 20;
const RATIO_MAX = 20;

/**
 * Width over height for a picture's box; `isGuessed` where the answer gave no size that makes
 * sense. Three decimals: a tenth of a pixel at any width, and short in the page.
 */
export function tileRatio(image: Pick<Image, "width" | "height">): {
  ratio: number;
  isGuessed: boolean;
} {
  const ratio = (image.width ?? 0) / (image.height ?? 0);
  const isKnown = ratio >= RATIO_MIN && ratio <= RATIO_MAX;
  return {
    ratio: Math.round((isKnown ? ratio : GUESSED_RATIO) * 1000) / 1000,
    isGuessed: !isKnown,
  };
}
