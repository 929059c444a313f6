import { CROP_URL, type CropRequest, type FileCredit, type SlotCrop } from "@/lib/contract/crops";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { creditFacts } from "@/lib/core/credits/credit-facts";
import { plainCredit } from "@/lib/core/credits/format-credits";
import { provenImage } from "@/lib/core/image/proven-image";
import { alternativeTextOf } from "@/lib/core/slots/chosen-images";
import { creditTexts } from "../credit-texts";
import { type FetchedOriginal, fetchFile } from "./fetch-original";

/** The texts of an image that an editor may change before publishing. */
export type PublishedTexts = { alternativeText: string; caption: string };

/**
 * Fetches the file of an image's crop, with its credit in it. Without `texts`, the alternative text is
 * the image's name.
 *
 * @throws AbortError after `signal`
 */
export function fetchCrop(
  image: ExportedImage,
  { x, y, width, height, file }: SlotCrop,
  signal: AbortSignal,
  texts: PublishedTexts = { alternativeText: alternativeTextOf(image), caption: "" },
): Promise<FetchedOriginal> {
  const request: CropRequest = {
    image: provenImage(image),
    name: image.name,
    crop: { x, y, width, height },
    size: file,
    credit: creditOf(image, texts),
  };
  return fetchFile(CROP_URL, request, signal);
}

function creditOf(image: ExportedImage, { alternativeText, caption }: PublishedTexts): FileCredit {
  const facts = creditFacts(image, { origin: location.origin, texts: creditTexts });
  return {
    title: facts.name ?? "",
    description: caption,
    alternativeText,
    creator: facts.creator ?? "",
    copyright: facts.copyright ?? "",
    creditLine: plainCredit(facts),
    usageTerms: facts.rights,
    sourceUrl: facts.url,
  };
}
