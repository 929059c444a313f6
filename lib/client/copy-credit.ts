import type { ExportedImage } from "@/lib/contract/picked-image";
import { creditFacts } from "@/lib/core/credits/credit-facts";
import {
  formatCredits,
  readCreditFormat,
  type WrittenCredits,
} from "@/lib/core/credits/format-credits";
import { DEFAULT_TEMPLATE, missingFields } from "@/lib/core/credits/template";
import { copyText } from "./copy-text";
import { creditTexts } from "./credit-texts";
import { savedFormat } from "./saved-format";

export const creditFormat = savedFormat("vitrine.credit", readCreditFormat, DEFAULT_TEMPLATE);

/** Returns what the editor's template names and some of the images lack; nothing for other formats. */
export function missingParts(
  images: readonly ExportedImage[],
  { format, template } = creditFormat.read(),
) {
  return format === "template" ? missingFields(template, images) : [];
}

/** Returns the credits of images, one or a sheet; by default in the last chosen format. */
export function writeCredits(
  images: readonly ExportedImage[],
  { format, template } = creditFormat.read(),
): WrittenCredits {
  const { origin } = location;
  const facts = images.map((image) => creditFacts(image, { origin, texts: creditTexts }));
  return formatCredits(facts, format, template);
}

/**
 * Copies the credits of images to the clipboard, as text and, for prose, as formatted text. Returns
 * whether that worked; must be called in a click or key press.
 */
export async function copyCredit(images: readonly ExportedImage[]): Promise<boolean> {
  return copyWritten(writeCredits(images));
}

/** Copies written credits to the clipboard; see `copyCredit`. */
export async function copyWritten({ text, html }: WrittenCredits): Promise<boolean> {
  return copyText(text, html);
}
