import type { Image } from "@/lib/contract/search-answer";

/** For an image of unknown size: the commonest ratio of photographs. */
const GUESSED_RATIO = 4 / 3;

/** A ratio beyond these is an error of the service rather than a panorama. */
const RATIO_MIN = 1 / 20;
const RATIO_MAX = 20;

/**
 * Width over height of an image's box; `isGuessed` where the answer has no plausible size. Three
 * decimals: a tenth of a pixel at any width, and short in the HTML.
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
