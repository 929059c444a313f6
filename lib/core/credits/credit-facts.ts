import type { ExportedImage } from "@/lib/contract/picked-image";
import { placeOf } from "@/lib/core/image/image-place";
import { readWebUrl } from "@/lib/protocol/read-web-url";

/** The parts of a credit's sentence that each format fills in. */
export type CreditPart = "title" | "creator" | "place" | "url" | "date" | "rights";

/** The credit's sentence in order: texts in the interface's language, and parts. */
export type CreditSentence = readonly (string | { part: CreditPart })[];

/** The texts that a credit needs, in the language of the interface. */
export type CreditTexts = {
  untitled(place: string): string;
  /** A day; `at` is ISO 8601 in UTC. */
  date(at: string): string;
  /**
   * Returns whole sentences: what the file states, and how the rights were cleared. Without a
   * clearance and a licence, the rights are not verified.
   */
  rights(stated: {
    copyright: string | null;
    licence: string | null;
    clearance: { note: string; at: string } | null;
  }): string;
  /** `isLinked`: the title is a link, so the sentence does not spell out the URL. */
  sentence(form: { isNamed: boolean; hasCreator: boolean; isLinked: boolean }): CreditSentence;
};

/** The facts about an image, ready to be written in any format. */
export type CreditFacts = {
  id: string;
  /** On one line; null if the image has no name. */
  name: string | null;
  /** The name, otherwise "Untitled image from {place}". */
  title: string;
  /** The host, or the folder of an own picture. */
  place: string;
  /** The page of the image, otherwise the image itself; absolute. */
  url: string;
  /** Absolute; null if the service sent no page. */
  pageUrl: string | null;
  /** Absolute. */
  imageUrl: string;
  widthPx: number | null;
  heightPx: number | null;
  /** `YYYY-MM-DD`, in UTC. */
  foundOn: string;
  foundText: string;
  /** As the file states them, on one line; null if it does not. */
  creator: string | null;
  copyright: string | null;
  licence: string | null;
  /** What the file states, and "Rights not verified." or how they were cleared. */
  rights: string;
  /** The editor's note, on one line; may be empty. */
  note: string;
  sentence: CreditSentence;
  linkedSentence: CreditSentence;
};

/** The page of an own picture with a search, which is not part of its source. */
const OWN_PAGE = /^(\/library\/[^?]+)\?.*/;

/**
 * Returns the facts of an image's credit. `origin`, this server's, makes the URLs of library images
 * absolute.
 *
 * @throws RangeError if `foundAt` is not a time
 */
export function creditFacts(
  image: ExportedImage,
  { origin, texts }: { origin: string; texts: CreditTexts },
): CreditFacts {
  const name = oneLine(image.name) || null;
  const place = oneLine(placeOf(image));
  const imageUrl = absoluteUrl(image.imageUrl, origin) ?? origin;
  const pageUrl =
    image.hostUrl === null ? null : absoluteUrl(image.hostUrl.replace(OWN_PAGE, "$1"), origin);
  const { foundAt } = image.provenance;
  const clearance = image.clearance ?? null;
  const stated = (text: string | undefined) => oneLine(text ?? "") || null;
  const creator = stated(image.file?.creator);
  const copyright = stated(image.file?.copyright);
  const licence = stated(image.file?.licence);
  const form = { isNamed: name !== null, hasCreator: creator !== null };
  return {
    id: image.id,
    name,
    title: name ?? texts.untitled(place),
    place,
    url: pageUrl ?? imageUrl,
    pageUrl,
    imageUrl,
    widthPx: image.width,
    heightPx: image.height,
    foundOn: new Date(foundAt).toISOString().slice(0, 10),
    foundText: texts.date(foundAt),
    creator,
    copyright,
    licence,
    rights: texts.rights({
      copyright,
      licence,
      clearance: clearance && { note: oneLine(clearance.note), at: clearance.at },
    }),
    note: oneLine(image.note ?? ""),
    sentence: texts.sentence({ ...form, isLinked: false }),
    linkedSentence: texts.sentence({ ...form, isLinked: true }),
  };
}

/** Returns an image's http(s) URL as an absolute one for other programs; null for anything else. */
export function absoluteUrl(url: string, origin: string): string | null {
  return readWebUrl(url, origin);
}

/**
 * Returns text on one line, without characters that change how the text around it is shown: control
 * characters, explicit directions (they may be unbalanced), and halves of surrogate pairs. Keeps the
 * joiners that words and emoji need.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[\u202a-\u202e\u2066-\u2069\ufeff\p{Cs}]/gu, "")
    .replace(/ {2,}/g, " ")
    .trim();
}
