import type { ExportedImage } from "@/lib/contract/picked-image";
import { creditFacts } from "@/lib/core/credits/credit-facts";
import {
  DEFAULT_FIGURE_TEMPLATE,
  type Figure,
  type FigureFormat,
  readFigureFormat,
} from "@/lib/core/credits/figure";
import { creditTexts } from "./credit-texts";
import { readSetting, saveSetting } from "./saved-setting";

const FORMAT = "vitrine.figure-format";
const TEMPLATE = "vitrine.figure-template";

/** Returns the format of figures that the editor last chose in this browser. */
export function savedFigureFormat(): FigureFormat {
  return readFigureFormat(readSetting(FORMAT));
}

export function saveFigureFormat(format: FigureFormat): void {
  saveSetting(FORMAT, format === "html" ? null : format);
}

/** The editor's own template for figures. */
export function savedFigureTemplate(): string {
  return readSetting(TEMPLATE) ?? DEFAULT_FIGURE_TEMPLATE;
}

export function saveFigureTemplate(template: string): void {
  saveSetting(TEMPLATE, template === DEFAULT_FIGURE_TEMPLATE ? null : template);
}

/** Returns an image as a figure of a page. */
export function figureOf(image: ExportedImage, figure: Omit<Figure, "credit">): Figure {
  const credit = creditFacts(image, { origin: location.origin, texts: creditTexts });
  return { ...figure, credit };
}
