import type { ExportedImage } from "@/lib/contract/picked-image";
import { creditFacts } from "@/lib/core/credits/credit-facts";
import { DEFAULT_FIGURE_TEMPLATE, type Figure, readFigureFormat } from "@/lib/core/credits/figure";
import { creditTexts } from "./credit-texts";
import { savedFormat } from "./saved-format";

export const figureFormat = savedFormat(
  "vitrine.figure",
  readFigureFormat,
  DEFAULT_FIGURE_TEMPLATE,
);

/** Returns an image as a figure of a page. */
export function figureOf(image: ExportedImage, figure: Omit<Figure, "credit">): Figure {
  const credit = creditFacts(image, { origin: location.origin, texts: creditTexts });
  return { ...figure, credit };
}
