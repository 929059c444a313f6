import type { Image } from "@/lib/contract/search-answer";

/** For an image of unknown size: the most common ratio of photographs. */
const GUESSED_RATIO = 4 / 3;

/** A ratio outside this range is more likely an error of the service than a panorama. */
const RATIO_MIN = 1 / 200;
const RATIO_MAX = 200;

/**
 * Returns the width over height of an image's box; `isGuessed` if the answer has no plausible size.
 * Rounds to three decimals: a tenth of a pixel at any width, and short in the HTML.
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
