import "server-only";
import exifr from "exifr";
import { metadataAsJpeg } from "@/lib/decoding/metadata-blocks";
import { readWebUrl } from "@/lib/protocol/read-web-url";

/** The metadata in a picture's file, or in a file beside it; absent values are null or empty. */
export type EmbeddedMetadata = {
  title: string | null;
  description: string | null;
  keywords: string[];
  /** Titles and descriptions in further languages, to search for. */
  translations: string[];
  /** Where it was taken: place, city, region and country, as far as they are named. */
  place: string | null;
  /** The http(s) URL of the page that the picture comes from. */
  sourcePage: string | null;
  /** When the camera took it, by its clock: ISO 8601 without a zone, possibly without a time. */
  takenAt: string | null;
  camera: string | null;
  photographer: string | null;
  /** The copyright notice, as the file states it. */
  rights: string | null;
  /** The name, URL or terms of its licence, as the file states them. */
  licence: string | null;
};

export const NO_METADATA: EmbeddedMetadata = {
  title: null,
  description: null,
  keywords: [],
  translations: [],
  place: null,
  sourcePage: null,
  takenAt: null,
  camera: null,
  photographer: null,
  rights: null,
  licence: null,
};

const NAME_CHARACTERS_MAX = 300;
const DESCRIPTION_CHARACTERS_MAX = 2000;
const KEYWORD_CHARACTERS_MAX = 100;
const KEYWORDS_MAX = 200;
const PERSON_CHARACTERS_MAX = 200;
const RIGHTS_CHARACTERS_MAX = 500;
const CAMERA_CHARACTERS_MAX = 100;

/** Whether a text may be a title or description: not what cameras and programs write by default. */
export const isDescription = (text: string) => !NO_DESCRIPTION.test(text);

const NO_DESCRIPTION =
  /^(?:untitled\b.*|x-default|outline|layer \d+|background|[\d\s._-]+|default|dcim|(?:olympus|sony|nikon|canon|minolta|konica|kodak|samsung|digital|dsc)\b.*|.*\bdigital camera|exif[_ ]jpeg.*|created with .*|(?:img|dsc|dscn|dscf|pict?)[_ -]?\d+(?:\.\w+)?|[^\s]+\.(?:jpe?g|png|gif|webp|avif|tiff?|heic|svg)|screenshot|applemark)$/i;

const PARSE_OPTIONS = {
  tiff: true,
  ifd0: {
    pick: ["ImageDescription", "XPTitle", "XPKeywords", "Make", "Model", "Artist", "Copyright"],
  },
  // Keeps dates as text: exifr would read them in the server's time zone.
  exif: { pick: ["DateTimeOriginal"], reviveValues: false },
  gps: false,
  iptc: true,
  xmp: true,
  icc: false,
  mergeOutput: false,
} satisfies Parameters<typeof exifr.parse>[1];

/**
 * Reads XMP, IPTC and EXIF, in this order of precedence: people write the first two, cameras write
 * the third. Treats damaged metadata as absent; never rejects.
 */
export async function readEmbeddedMetadata(jpegOrTiff: Buffer): Promise<EmbeddedMetadata> {
  return metadataOf(await parse(jpegOrTiff));
}

/** Reads an XMP file of at most 64 KB. Treats a damaged or longer one as empty; never rejects. */
export async function readXmp(bytes: Buffer): Promise<EmbeddedMetadata> {
  return metadataOf(await parse(metadataAsJpeg({ xmp: bytes })));
}

function metadataOf(sections: Sections): EmbeddedMetadata {
  const from = (section: string, field: string) => sections[section]?.[field];
  return {
    title: firstText(NAME_CHARACTERS_MAX, [
      from("dc", "title"),
      from("iptc", "ObjectName"),
      from("photoshop", "Headline"),
      from("iptc", "Headline"),
      from("ifd0", "XPTitle"),
    ]),
    description: firstText(DESCRIPTION_CHARACTERS_MAX, [
      from("dc", "description"),
      from("iptc", "Caption"),
      from("ifd0", "ImageDescription"),
    ]),
    keywords: toKeywords([
      from("dc", "subject"),
      from("iptc", "Keywords"),
      from("ifd0", "XPKeywords"),
    ]),
    translations: [from("dc", "title"), from("dc", "description")].flatMap((value) =>
      toTexts(value).slice(1),
    ),
    place:
      [
        from("Iptc4xmpCore", "Location") ?? from("iptc", "SubLocation"),
        from("photoshop", "City") ?? from("iptc", "City"),
        from("photoshop", "State") ?? from("iptc", "State"),
        from("photoshop", "Country") ?? from("iptc", "Country"),
      ]
        .flatMap(toTexts)
        .join(", ")
        .slice(0, NAME_CHARACTERS_MAX) || null,
    sourcePage: firstUrl([
      from("dc", "source"),
      from("photoshop", "Source"),
      from("iptc", "Source"),
      from("xmpRights", "WebStatement"),
      from("photoshop", "Credit"),
      from("iptc", "Credit"),
    ]),
    takenAt: firstDate([
      from("exif", "DateTimeOriginal"),
      from("photoshop", "DateCreated"),
      from("iptc", "DateCreated"),
    ]),
    camera: toCamera(from("ifd0", "Make"), from("ifd0", "Model")),
    photographer: firstText(PERSON_CHARACTERS_MAX, [
      toTexts(from("dc", "creator")).join(", "),
      toTexts(from("iptc", "Byline")).join(", "),
      from("ifd0", "Artist"),
    ]),
    rights: firstText(RIGHTS_CHARACTERS_MAX, [
      from("dc", "rights"),
      from("iptc", "CopyrightNotice"),
      from("ifd0", "Copyright"),
    ]),
    licence: firstText(RIGHTS_CHARACTERS_MAX, [
      from("cc", "license"),
      from("xmpRights", "UsageTerms"),
    ]),
  };
}

type Sections = Record<string, Record<string, unknown>>;

async function parse(jpegOrTiff: Buffer): Promise<Sections> {
  try {
    return toSections(await exifr.parse(jpegOrTiff, PARSE_OPTIONS));
  } catch {
    return {};
  }
}

function toSections(parsed: unknown): Sections {
  return typeof parsed === "object" && parsed !== null ? (parsed as Sections) : {};
}

/**
 * An XMP text is a string, `{lang, value}`, a list of those with the default language first, or
 * `{resource}`, a URL.
 */
function toTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(toTexts);
  if (typeof value === "number") return [String(value)];
  if (typeof value === "object" && value !== null) {
    return toTexts("value" in value ? value.value : "resource" in value ? value.resource : null);
  }
  if (typeof value !== "string") return [];
  const text = unescapeXml(value)
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufffd]+/gu, " ")
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? [] : [text];
}

function firstText(charactersMax: number, values: readonly unknown[]): string | null {
  const text = values.flatMap(toTexts).find(isDescription);
  return text === undefined ? null : [...text].slice(0, charactersMax).join("");
}

function toKeywords(values: readonly unknown[]): string[] {
  const keywords = values
    .flatMap(toTexts)
    .flatMap((text) => text.split(/[;,]/))
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== "" && keyword.length <= KEYWORD_CHARACTERS_MAX);
  return [...new Set(keywords)].slice(0, KEYWORDS_MAX);
}

function firstUrl(values: readonly unknown[]): string | null {
  const urls = values.flatMap(toTexts).map((text) => readWebUrl(text));
  return urls.find((url) => url !== null) ?? null;
}

const DATE = /^(\d{4})[:-]?(\d\d)[:-]?(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?/;
/** The year of the oldest photograph. */
const YEAR_MIN = 1826;

/** EXIF writes 2024:05:03 14:20:11, XMP 2024-05-03T14:20:11+02:00, IPTC 20240503. */
function firstDate(values: readonly unknown[]): string | null {
  for (const text of values.flatMap(toTexts)) {
    const [, year = "", month, day, hour, minute, second = "00"] = DATE.exec(text) ?? [];
    const date = `${year}-${month}-${day}`;
    const dateTime = hour === undefined ? date : `${date}T${hour}:${minute}:${second}`;
    const time = new Date(hour === undefined ? date : `${dateTime}Z`);
    const isReal = Number(year) >= YEAR_MIN && time.getTime() < Date.now() + DAY_MS;
    // `Date` reads 31 February as 3 March.
    if (isReal && time.toISOString().startsWith(date)) return dateTime;
  }
  return null;
}

/** A camera's clock may be ahead by its time zone. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** "NIKON D750" for "NIKON CORPORATION" and "NIKON D750", "Apple iPhone 12" for "Apple" and "iPhone 12". */
function toCamera(make: unknown, model: unknown): string | null {
  const [maker = ""] = toTexts(make);
  const [name = ""] = toTexts(model);
  const brand = maker.split(" ")[0] ?? "";
  const camera = name.toLowerCase().startsWith(brand.toLowerCase()) ? name : `${maker} ${name}`;
  return camera.trim().slice(0, CAMERA_CHARACTERS_MAX) || null;
}

const XML_NAMES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Resolves the character references of XML 1.0 §4.1, which exifr leaves in XMP text. */
function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (...match) => {
    const [whole, decimal, hex, name] = match as [string, string?, string?, string?];
    if (name !== undefined) return XML_NAMES[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
