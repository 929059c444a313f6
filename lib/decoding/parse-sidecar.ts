import "server-only";
import { decodeText } from "./decode-text";
import { type FileMetadata, NO_METADATA, type SidecarKind } from "./file-metadata";
import { listOf, pickMetadata, toMetadata } from "./pick-metadata";

/**
 * Returns what a file beside a picture states about it. Treats a damaged file as empty; never throws.
 * Runs in a decoder.
 */
export function parseSidecar(bytes: Buffer, kind: SidecarKind): FileMetadata {
  if (kind === "xmp") return pickMetadata({ xmp: bytes });
  const text = decodeText(bytes);
  if (kind === "json") return ofJson(text);
  return isOfDetector(text) ? NO_METADATA : toMetadata({ description: [text] });
}

const DETECTOR_NUMBERS_MIN = 4;

/**
 * Whether a text has the boxes of an object detector (YOLO, KITTI): in each line numbers only, after the
 * name or number of a class.
 */
function isOfDetector(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.every((line) => {
    const [, ...numbers] = line.trim().split(/\s+/);
    const areNumbers = numbers.every((each) => Number.isFinite(Number(each)));
    return areNumbers && numbers.length >= DETECTOR_NUMBERS_MIN;
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the text of a value, or "". */
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

/** Returns the texts of a list, or of a list of `{ "name": … }`, or one text. */
function textsOf(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : [value];
  return parts.map((part) => textOf(isRecord(part) ? (part.name ?? part.Name) : part));
}

/**
 * Reads the fields that programs use, whatever their case, of Google Takeout and of KDE's packages.
 *
 * Does not read `people`, whose names would become public. Only three fields name the page that a
 * picture comes from: in files of private services, `url` is a private link, possibly with a token.
 */
function ofJson(json: string): FileMetadata {
  const parsed = parseJson(json);
  if (!isRecord(parsed)) return NO_METADATA;
  const kdePackage = isRecord(parsed.KPlugin) ? parsed.KPlugin : null;
  const fields = new Map(
    Object.entries(kdePackage ?? parsed).map(([key, value]) => [key.toLowerCase(), value]),
  );
  const texts = (...names: string[]) => names.map((name) => textOf(fields.get(name)));
  const lists = (...names: string[]) => names.flatMap((name) => textsOf(fields.get(name)));
  const takenTime = fields.get("phototakentime");
  return toMetadata({
    // Google Takeout has the name of the file there.
    title: takenTime === undefined ? texts("title", "name") : [],
    takenAt: [isRecord(takenTime) ? dayOf(Number(takenTime.timestamp)) : ""],
    description: texts("description", "caption"),
    keywords: lists("keywords", "tags"),
    // "Name[de]"
    translations: [...fields].flatMap(([key, value]) =>
      /^(?:name|title|description)\[/.test(key) ? textOf(value) : [],
    ),
    copyright: texts("rights", "copyright"),
    licence: texts("licence", "license"),
    creator: [listOf(lists("photographer", "creator", "author", "authors"))],
    sourcePage: texts("sourcepage", "hosturl", "source", ...(kdePackage ? ["website"] : [])),
  });
}

/** The day of a time in seconds since 1970, in UTC; "" for a time out of range. */
function dayOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
