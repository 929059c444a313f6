import "server-only";
import { DAY_MS } from "@/lib/contract/day-ms";
import { cleanText, cutText } from "@/lib/protocol/clean-text";
import { readWebUrl } from "@/lib/protocol/read-web-url";
import { isDefaultText } from "./default-texts";
import {
  CHARACTERS_MAX,
  type FileMetadata,
  isPublicUrl,
  KEYWORDS_MAX,
  NO_METADATA,
  TRANSLATIONS_MAX,
} from "./file-metadata";
import { readExif } from "./read-exif";
import { readIptc } from "./read-iptc";
import type { JpegMetadata } from "./read-jpeg";
import { readXmp } from "./read-xmp";

/** The blocks of a picture's file, as sharp extracts them. */
export type MetadataBlocks = {
  xmp?: Uint8Array | undefined;
  iptc?: Buffer | undefined;
  /** A TIFF file is itself a block of EXIF. */
  exif?: Buffer | undefined;
  /** See `readJpeg`. */
  jpeg?: JpegMetadata | undefined;
  /** See `readPngTexts`. */
  png?: ReadonlyMap<string, string> | undefined;
};

/**
 * Returns what a picture's file states. Precedence: XMP, IPTC, EXIF, texts of a PNG and comments of
 * a JPEG. People write the first two, cameras the third, programs the last. Treats damaged metadata as
 * absent; never throws. Runs in a decoder.
 */
export function pickMetadata({ xmp, iptc, exif, jpeg, png }: MetadataBlocks): FileMetadata {
  const [ofXmp, ofIptc, ofExif] = [
    xmp ? readWholeXmp(xmp, jpeg) : NO_TEXTS,
    iptc ? readIptc(iptc) : NO_TEXTS,
    exif ? readExif(exif) : NO_TEXTS,
  ];
  const inXmp = (property: string) => ofXmp.get(property) ?? [];
  const inIptc = (dataset: string) => ofIptc.get(dataset) ?? [];
  const inExif = (tag: string) => ofExif.get(tag) ?? "";
  const inPng = (keyword: string) => png?.get(keyword) ?? "";
  return toMetadata({
    title: [
      ...[...inXmp("dc:title"), ...inIptc("ObjectName"), ...inXmp("photoshop:Headline")],
      ...[...inIptc("Headline"), inExif("XPTitle"), inPng("title")],
    ],
    description: [
      ...[...inXmp("dc:description"), ...inIptc("Caption"), inExif("ImageDescription")],
      ...[inExif("XPComment"), inExif("UserComment"), inPng("description"), inPng("comment")],
      ...(jpeg?.comments ?? []),
    ],
    keywords: [...inXmp("dc:subject"), ...inIptc("Keywords"), inExif("XPKeywords")],
    translations: [...inXmp("dc:title").slice(1), ...inXmp("dc:description").slice(1)],
    place: [
      inXmp("Iptc4xmpCore:Location")[0] ?? inIptc("SubLocation")[0],
      inXmp("photoshop:City")[0] ?? inIptc("City")[0],
      inXmp("photoshop:State")[0] ?? inIptc("State")[0],
      inXmp("photoshop:Country")[0] ?? inIptc("Country")[0],
    ].map((text) => text ?? ""),
    sourcePage: [
      ...[...inXmp("dc:source"), ...inXmp("photoshop:Source"), ...inIptc("Source")],
      ...[...inXmp("xmpRights:WebStatement"), ...inXmp("photoshop:Credit"), ...inIptc("Credit")],
    ],
    takenAt: [
      ...[inExif("DateTimeOriginal"), ...inXmp("photoshop:DateCreated")],
      ...[...inXmp("exif:DateTimeOriginal"), ...inIptc("DateCreated")],
      // When it was digitised or saved, if nothing else is stated.
      ...[inExif("DateTimeDigitized"), ...inXmp("xmp:CreateDate"), inExif("DateTime")],
      inPng("creation time"),
    ],
    camera: [cameraOf(toText(inExif("Make")), toText(inExif("Model")))],
    creator: [
      listOf(inXmp("dc:creator")),
      listOf(inIptc("Byline")),
      ...[inExif("Artist"), inPng("author")],
    ],
    copyright: [
      ...[...inXmp("dc:rights"), ...inIptc("CopyrightNotice"), inExif("Copyright")],
      inPng("copyright"),
    ],
    licence: [...inXmp("cc:license"), ...inXmp("xmpRights:UsageTerms")],
  });
}

const NO_TEXTS = new Map<string, never>();

/** Reads a packet and the Extended XMP that it names. What the packet itself states comes first. */
function readWholeXmp(xmp: Uint8Array, jpeg: JpegMetadata | undefined): Map<string, string[]> {
  const texts = readXmp(xmp);
  const digest = toText(texts.get("xmpNote:HasExtendedXMP")?.[0] ?? "");
  const extended = jpeg?.extendedXmp.get(digest);
  for (const [property, values] of extended ? readXmp(extended) : []) {
    if (!texts.has(property)) texts.set(property, values);
  }
  return texts;
}

/**
 * Returns the record of what was stated of each field, in order of precedence: the first usable text of
 * each field, and all keywords and translations.
 */
export function toMetadata(
  stated: Partial<Record<keyof FileMetadata, readonly string[]>>,
): FileMetadata {
  const { keywords = [], translations = [], place = [], sourcePage = [], licence = [] } = stated;
  const first = (field: "camera" | "creator" | "copyright") =>
    firstText(stated[field] ?? [], CHARACTERS_MAX[field]);
  const firstDescription = (field: "title" | "description") =>
    firstText(stated[field] ?? [], CHARACTERS_MAX[field], (text) => !isDefaultText(text));
  return {
    ...NO_METADATA,
    title: firstDescription("title"),
    description: firstDescription("description"),
    keywords: toKeywords(keywords),
    translations: translations
      .map(toText)
      .filter((text) => text !== "")
      .slice(0, TRANSLATIONS_MAX)
      .map((text) => cutText(text, CHARACTERS_MAX.translations)),
    place: firstText([listOf(place)], CHARACTERS_MAX.place),
    sourcePage: firstPublicUrl(sourcePage.filter((url) => !isLicence(url))),
    takenAt: firstDate(stated.takenAt ?? []),
    camera: first("camera"),
    creator: first("creator"),
    copyright: first("copyright"),
    licence: firstText([...licence, ...sourcePage.filter(isLicence)], CHARACTERS_MAX.licence),
  };
}

const TEXT_CHARACTERS_MAX = 10_000;
/** More combining marks on one character. Normalisation takes quadratic time for them (UAX #15, 13). */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;

/** Returns a text as `cleanText` does, in NFC, and without replacement characters. */
function toText(value: string): string {
  const text = value.slice(0, TEXT_CHARACTERS_MAX).replace(EXCESS_MARKS, "$1").normalize("NFC");
  return cleanText(text.replace(/[\p{Cs}\ufffd]+/gu, " "));
}

/** Returns the texts of a list as one text. */
export const listOf = (texts: readonly string[]) =>
  texts
    .map(toText)
    .filter((text) => text !== "")
    .join(", ");

function firstText(
  values: readonly string[],
  charactersMax: number,
  isUsable: (text: string) => boolean = () => true,
): string | null {
  const text = values.map(toText).find((each) => each !== "" && isUsable(each));
  return text === undefined ? null : cutText(text, charactersMax);
}

function toKeywords(values: readonly string[]): string[] {
  const keywords = values
    .map(toText)
    .flatMap((text) => text.split(/[;,]/))
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== "" && keyword.length <= CHARACTERS_MAX.keywords);
  return [...new Set(keywords)].slice(0, KEYWORDS_MAX);
}

function firstPublicUrl(values: readonly string[]): string | null {
  const urls = values.map((value) => readWebUrl(toText(value)));
  return urls.find((url) => url !== null && isPublicUrl(url)) ?? null;
}

/** Whether a URL is that of a licence, which people write where the page of the picture belongs. */
function isLicence(value: string): boolean {
  const url = readWebUrl(toText(value));
  if (url === null) return false;
  const { hostname, pathname } = new URL(url);
  const isOfLicences = /^(?:www\.)?(?:creativecommons|rightsstatements)\.org$/.test(hostname);
  return isOfLicences || /\/licen[cs]es?(?:\W|$)/i.test(pathname);
}

/**
 * Year, month and day, of which the last two may be missing or 0; hour, minute and second. The separators
 * differ by program.
 */
const DATE =
  /^(\d{4})(?:(\d\d)(\d\d)|[:/.-] ?(\d\d?)(?!\d)(?:[:/.-] ?(\d\d?))?)?(?!\d)(?:[ T]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?!\d))?/;
/** A date of RFC 1123, which PNG recommends: "Sat, 30 Jun 2007 18:45:17 GMT". */
const NAMED_MONTH =
  /^(?:[a-z]{3}, )?(\d\d?) (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{4})/i;
const MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
/** The year of the oldest photograph. */
const YEAR_MIN = 1826;

/**
 * Returns the first date that exists, as far as it is stated: "2004-05-03T10:00:00", "2004-05-03",
 * "2004-05" or "2004". EXIF writes 2024:05:03 14:20:11, XMP 2024-05-03T14:20:11+02:00, IPTC 20240503, or
 * 20240000 for a year.
 */
function firstDate(values: readonly string[]): string | null {
  for (const text of values.map(toText)) {
    const iso = text.replace(NAMED_MONTH, (_, day, month: string, year) => {
      return `${year}-${MONTHS.indexOf(month.toLowerCase()) / 3 + 1}-${day}`;
    });
    const [, year = "", compactMonth, compactDay, month, day, ...time] = DATE.exec(iso) ?? [];
    const parts = [compactMonth ?? month, compactDay ?? day];
    const missing = parts.findIndex((part) => Number(part ?? 0) === 0);
    const isDay = missing === -1;
    const date = [year, ...(isDay ? parts : parts.slice(0, missing))].map(twoDigits).join("-");
    const start = new Date(date);
    const isReal = Number(year) >= YEAR_MIN && start.getTime() < Date.now() + DAY_MS;
    // `Date` reads 31 February as 3 March.
    if (!isReal || !start.toISOString().startsWith(date)) continue;
    const [hour, minute, second = "00"] = time;
    return hour === undefined || !isDay ? date : `${date}T${hour}:${minute}:${second}`;
  }
  return null;
}

const twoDigits = (text = "") => text.padStart(2, "0");

/** "NIKON D750" for "NIKON CORPORATION" and "NIKON D750", "Apple iPhone 12" for "Apple" and "iPhone 12". */
function cameraOf(maker: string, model: string): string {
  const brand = maker.split(" ")[0] ?? "";
  return model.toLowerCase().startsWith(brand.toLowerCase()) ? model : `${maker} ${model}`;
}
