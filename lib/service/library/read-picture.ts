import "server-only";
import { basename } from "node:path";
import { searchTextOf } from "@/lib/core/finding/search-text";
import {
  type FileMetadata,
  KEYWORDS_MAX,
  NO_METADATA,
  TRANSLATIONS_MAX,
} from "@/lib/decoding/file-metadata";
import type { Inspector } from "@/lib/decoding/inspector";
import { requireFormat, UnusablePictureError, unsupported } from "@/lib/decoding/usable-picture";
import { isOutOfResources } from "@/lib/platform/out-of-resources";
import { IMAGE_FILE_BYTES_MAX } from "@/lib/platform/sniff-format";
import { cleanText } from "@/lib/protocol/clean-text";
import type { FileState, PictureRecord } from "@/lib/state/library-store";
import type { ManifestPicture } from "./manifest";
import { type FileLocation, openInside } from "./open-file";
import { readSidecars } from "./read-sidecars";

/** Enough to detect the format. */
const HEAD_BYTES = 64;

/** How many keywords stand in for a name. */
const KEYWORDS_AS_NAME = 4;

/** A longer description becomes the name only if the picture has no other. */
const NAME_LENGTH_MAX = 150;

/** Pictures of a sensor. Many are TIFF files, in which only a small preview could be decoded. */
const RAW_NAME =
  /\.(?:3fr|arw|cr[23]|crw|dcr|dng|erf|fff|iiq|k25|kdc|mef|mos|mrw|nef|nrw|orf|pef|raf|raw|rw2|rwl|sr[2fw]|x3f)$/i;
/** What ExifTool keeps of a file that it changed: "a.jpg_original". */
const BACKUP_NAME = /\.\w{3,4}_original$/i;
/** Files that are listed as skipped because of their names, without being opened. */
export const UNREAD_NAME = new RegExp(`${RAW_NAME.source}|${BACKUP_NAME.source}`, "i");

/** A picture's entry in its manifest; it takes precedence over the file's metadata. */
export type GivenFacts = Omit<ManifestPicture, "file" | "imageUrl" | "pick">;

export type PictureReader = Pick<Inspector, "inspect" | "parseSidecar"> & {
  /** Called with the path of each sidecar that exceeds a limit. */
  onSidecarSkipped?: (path: string, reason: string) => void;
  /** Called with the path of each sidecar that this system cannot read now. */
  onSidecarUnread?: (path: string) => void;
};

/**
 * Reads one file of a source. `path` is relative to the source's folder `root`; the index includes
 * the names of the file and its folders. A file with given size, colour and transparency is not
 * decoded. What `sidecars`, files of the source, say takes precedence over the file's own metadata.
 *
 * @throws UnusablePictureError with the reason why a file cannot be imported; another error if this
 *   system cannot read or decode files now.
 */
export async function readPicture(
  { root, path }: FileLocation,
  { inspect, ...sidecarReader }: PictureReader,
  given: GivenFacts = {},
  sidecars: readonly string[] = [],
): Promise<Omit<PictureRecord, "id" | "path" | keyof FileState>> {
  if (RAW_NAME.test(path)) throw unsupported("a raw picture");
  if (BACKUP_NAME.test(path)) {
    throw new UnusablePictureError("ExifTool's copy of a file that it changed");
  }
  const { width: widthPx, height: heightPx, accentColor, transparent: isTransparent } = given;
  if (widthPx && heightPx && accentColor && isTransparent !== undefined) {
    const format = requireFormat(await readBytes(root, path, HEAD_BYTES));
    const text = textAbout(root, path, given, NO_METADATA);
    const inspection = { widthPx, heightPx, accentColor, isTransparent, format };
    return { ...inspection, fingerprint: null, ...text };
  }
  const bytes = await readBytes(root, path);
  const { metadata, ...inspection } = await inspect(bytes);
  const beside = await readSidecars(root, sidecars, sidecarReader);
  const isJson = (index: number) => /\.json$/i.test(sidecars[index] ?? "");
  // A JSON file states a day in UTC, so it counts only after the camera's clock.
  const dated = [...beside.filter((_, index) => !isJson(index)), metadata, ...beside];
  const { takenAt } = merged(dated);
  const stated = { ...merged([...beside, metadata]), takenAt };
  return { ...inspection, ...textAbout(root, path, given, stated) };
}

/** The first value of each field; the texts of lists together, as many as one file may state. */
function merged(said: readonly FileMetadata[]): FileMetadata {
  const first = <Field extends keyof FileMetadata>(field: Field) =>
    said.map((each) => each[field]).find((value) => value !== null) ?? NO_METADATA[field];
  return {
    title: first("title"),
    description: first("description"),
    keywords: [...new Set(said.flatMap(({ keywords }) => keywords))].slice(0, KEYWORDS_MAX),
    translations: said.flatMap(({ translations }) => translations).slice(0, TRANSLATIONS_MAX),
    place: first("place"),
    sourcePage: first("sourcePage"),
    takenAt: first("takenAt"),
    camera: first("camera"),
    creator: first("creator"),
    copyright: first("copyright"),
    licence: first("licence"),
  };
}

function textAbout(root: string, path: string, given: GivenFacts, stated: FileMetadata) {
  const folders = [basename(root), ...path.split("/").slice(0, -1)];
  const { title, description, translations, place, takenAt, camera } = stated;
  const creator = given.creator ?? stated.creator;
  const isShort = (description?.length ?? 0) <= NAME_LENGTH_MAX;
  const fromFile = cleanText(nameFromFile(path) ?? "");
  const keywords = [...new Set([...(given.keywords ?? []), ...stated.keywords])];
  const fromFolder = folders
    .slice(1)
    .map(nameFromFolder)
    .findLast((each) => each !== null);
  const standIns = [keywords.slice(0, KEYWORDS_AS_NAME).join(", "), fromFolder];
  // Strips control characters and bidi marks, which names may contain.
  const name =
    [given.name, title, isShort ? description : null, fromFile, description, ...standIns]
      .map((text) => cleanText(text ?? ""))
      .find((text) => text !== "") ?? "";
  const hostUrl = given.hostUrl ?? (given.host === undefined ? stated.sourcePage : null);
  return {
    name,
    keywords,
    takenAt,
    camera,
    creator,
    copyright: given.copyright ?? stated.copyright,
    licence: given.licence ?? stated.licence,
    searchText: searchTextOf({
      // The shown name leaves out words of the file name; the index has all of them, as typed.
      name: name === fromFile ? fileStem(path) : name,
      keywords: [...keywords, ...translations, fileStem(path)],
      context: [
        ...[...folders, description, place],
        ...[takenAt?.slice(0, 4), camera, creator],
      ].join(" "),
    }),
    // Every visitor may see an unrated picture; a manifest can restrict it.
    rating: given.rating ?? ("strict" as const),
    hostUrl,
    host: hostUrl === null ? (given.host ?? null) : new URL(hostUrl).hostname,
  };
}

/** Reads the first `bytesMax` bytes of a file; fewer if the file is or became shorter. */
async function readBytes(
  root: string,
  path: string,
  bytesMax = IMAGE_FILE_BYTES_MAX,
): Promise<Buffer> {
  const handle = await openInside(root, path).catch((cause: NodeJS.ErrnoException) => {
    if (isOutOfResources(cause)) throw cause;
    throw new UnusablePictureError(reasonOf(cause.code), { cause });
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new UnusablePictureError("not a regular file");
    if (found.size > IMAGE_FILE_BYTES_MAX) throw new UnusablePictureError("larger than 256 MB");
    const buffer = Buffer.alloc(Math.min(found.size, bytesMax));
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } catch (cause) {
    if (cause instanceof UnusablePictureError || isOutOfResources(cause)) throw cause;
    throw new UnusablePictureError(reasonOf(undefined), { cause });
  } finally {
    await handle.close();
  }
}

function reasonOf(code: string | undefined): string {
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file";
  if (code === "EXDEV") return "the file lies outside its folder";
  return "the file can't be opened";
}

/** What cameras and phones begin a file's name with: "IMG_2041", "IMG-20200101-WA0001", "20190704_183022". */
const CAMERA_NUMBER =
  /^(?:_?(?:img|dsc[nf]?|pict|mvi|mvimg|gopr|g[hx]|dji|pxl|imag|sam|hpim|cimg|imgp|mg|wp|vid|p|kif|dxo)[_-]?\d{3,}(?:[_~-]\d+)*(?:-wa\d+)?|(?:19|20)\d{6}[_-]\d{6,})(?=$|[\s_-])[\s_-]*/i;
/** Words that say nothing without others. */
const MACHINE_WORD =
  /^(?:img|dsc|dscn|dscf|dcim|pict|pic|mvi|mvimg|gopr|dji|pxl|imag|image|images|photo|photos|picture|pictures|bild|bilder|foto|fotos|scan|scans|hpim|cimg|imgp|mg|wp|fb|vid|screenshot|screen|shot|bildschirmfoto|untitled|unbenannt|unnamed|download|downloads|received|file|copy|kopie|edited|final|large|small|original|originals|thumb|export|data|www|tmp|burst|cover|pano|p|dxo|whatsapp|at|am|pm)$/i;
/** Words that say nothing beside numbers: "signal-2020-01-01-101112". */
const MACHINE_WORD_OF_NUMBERS = /^(?:sam|signal|telegram|snapchat)$/i;
/** Two letters, with their marks, or a character that is a word. */
const HAS_WORD = /\p{L}\p{M}*\p{L}|\p{Script=Han}/u;
/** "U2", "B-52", "3D": shorter than the numbers of cameras. */
const DESIGNATION = /^(?:\p{Lu}{1,3}(?:\d{1,2}|-\d{1,3})|\d{1,2}\p{Lu}{1,2})$/u;
/** Hashes, ids and times; sizes in pixels. */
const CODE = /^(?=.*\d)[0-9a-f]{8,}$|^\d{3,5}x\d{3,5}$/i;

/**
 * Returns a display name derived from a file name, with every word that a person may have typed: "Red
 * barn" for `red-barn.JPG`, "B-52 (2)" for `B-52 (2).jpg`; null for a name that a camera or program
 * chose, such as `IMG_2041.jpg`.
 */
export function nameFromFile(path: string): string | null {
  return nameOf(fileStem(path));
}

const nameFromFolder = (folder: string) => nameOf(decoded(folder).normalize("NFC"));

function nameOf(text: string): string | null {
  const rest = text.replace(CAMERA_NUMBER, "");
  const words = wordsOf(rest).filter((word) => !CODE.test(word));
  const hasNumber = words.some((word) => /^\d+$/.test(word));
  // A person wrote "Large screen": programs write numbers, or no spaces.
  const isTyped = words.length > 1 && /^[^\d]*\s[^\d]*$/.test(text) && HAS_WORD.test(rest);
  if (!isTyped && !words.some((word) => isDescriptive(word, hasNumber))) return null;
  const name = words.join(" ");
  // "iPhone box" and "eBay" begin with a small letter.
  if (/^\p{Ll}\p{Lu}/u.test(name)) return name;
  return name.charAt(0).toLocaleUpperCase("en") + name.slice(1);
}

/** In a name with spaces, other separators are a person's punctuation: "J. R. R. Tolkien", "well-known". */
function wordsOf(text: string): string[] {
  const isTyped = /\s/.test(text.trim());
  // Not the hyphen of "B-52".
  const separator = isTyped ? /[\s_]+/ : /(?:[\s_+.~·–—]|-(?!\d)|(?<!\p{Lu})-)+/u;
  const words = text.split(separator).filter((word) => word !== "");
  if (words.length > 1) return words;
  // "OldTownSquare", but neither "McDonald" nor "YouTube".
  const parts = text.split(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/u);
  return parts.length > 2 && parts.every((part) => part.length > 2) ? parts : words;
}

/** Returns all of a file's name as text: no extension, percent-decoded. */
function fileStem(path: string): string {
  const file = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
  return decoded(file).normalize("NFC");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not percent-encoded
  }
}

/** Whether a word may describe the picture. */
function isDescriptive(word: string, hasNumber: boolean): boolean {
  const letters = word.replace(/[\d()]+/g, "");
  if (MACHINE_WORD.test(letters)) return false;
  if (hasNumber && MACHINE_WORD_OF_NUMBERS.test(letters)) return false;
  return HAS_WORD.test(letters) || DESIGNATION.test(word);
}
