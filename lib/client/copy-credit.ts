import type { ExportedImage } from "@/lib/contract/picked-image";
import { creditFacts } from "@/lib/core/credits/credit-facts";
import {
  type CreditFormat,
  formatCredits,
  readCreditFormat,
  type WrittenCredits,
} from "@/lib/core/credits/format-credits";
import { DEFAULT_TEMPLATE, missingFields } from "@/lib/core/credits/template";
import { copyText } from "./copy-text";
import { creditTexts } from "./credit-texts";
import { readSetting, saveSetting } from "./saved-setting";

const FORMAT = "vitrine.credit-format";
const TEMPLATE = "vitrine.credit-template";

/** Returns the credit format that the editor last chose in this browser. */
export function savedCreditFormat(): CreditFormat {
  return readCreditFormat(readSetting(FORMAT));
}

export function saveCreditFormat(format: CreditFormat): void {
  saveSetting(FORMAT, format === "plain" ? null : format);
}

/** The editor's own template. */
export function savedCreditTemplate(): string {
  return readSetting(TEMPLATE) ?? DEFAULT_TEMPLATE;
}

export function saveCreditTemplate(template: string): void {
  saveSetting(TEMPLATE, template === DEFAULT_TEMPLATE ? null : template);
}

/** Returns what the editor's template names and some of the images lack; nothing for other formats. */
export function missingParts(
  images: readonly ExportedImage[],
  format = savedCreditFormat(),
  template = savedCreditTemplate(),
) {
  return format === "template" ? missingFields(template, images) : [];
}

/** Returns the credits of images, one or a sheet; by default in the last chosen format. */
export function writeCredits(
  images: readonly ExportedImage[],
  format = savedCreditFormat(),
  template = savedCreditTemplate(),
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
