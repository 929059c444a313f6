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
import { requireFormat, UnusablePictureError } from "@/lib/decoding/usable-picture";
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

/** A picture's entry in its manifest; it takes precedence over the file's metadata. */
export type GivenFacts = Omit<ManifestPicture, "file" | "imageUrl" | "pick">;

export type PictureReader = Pick<Inspector, "inspect" | "readSidecar"> & {
  /** Called with the path of each sidecar that exceeds a limit. */
  onSidecarSkipped?: (path: string, reason: string) => void;
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
  { inspect, readSidecar, onSidecarSkipped }: PictureReader,
  given: GivenFacts = {},
  sidecars: readonly string[] = [],
): Promise<Omit<PictureRecord, "id" | "path" | keyof FileState>> {
  const { width: widthPx, height: heightPx, accentColor, transparent: isTransparent } = given;
  if (widthPx && heightPx && accentColor && isTransparent !== undefined) {
    const format = requireFormat(await readBytes(root, path, HEAD_BYTES));
    const text = textAbout(root, path, given, NO_METADATA);
    const inspection = { widthPx, heightPx, accentColor, isTransparent, format };
    return { ...inspection, fingerprint: null, ...text };
  }
  const bytes = await readBytes(root, path);
  const { metadata, ...inspection } = await inspect(bytes);
  const beside = await readSidecars(root, sidecars, readSidecar, onSidecarSkipped);
  return { ...inspection, ...textAbout(root, path, given, merged([...beside, metadata])) };
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
    photographer: first("photographer"),
    rights: first("rights"),
    licence: first("licence"),
  };
}

function textAbout(root: string, path: string, given: GivenFacts, embedded: FileMetadata) {
  const folders = [basename(root), ...path.split("/").slice(0, -1)];
  const { title, description, translations, place, takenAt, camera } = embedded;
  const photographer = given.creator ?? embedded.photographer;
  const isShort = (description?.length ?? 0) <= NAME_LENGTH_MAX;
  const fromFile = cleanText(nameFromFile(path) ?? "");
  const keywords = [...new Set([...(given.keywords ?? []), ...embedded.keywords])];
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
  const hostUrl = given.hostUrl ?? (given.host === undefined ? embedded.sourcePage : null);
  return {
    name,
    keywords,
    takenAt,
    camera,
    photographer,
    rights: given.copyright ?? embedded.rights,
    licence: given.licence ?? embedded.licence,
    searchText: searchTextOf({
      // The shown name leaves out words of the file name; the index has all of them, as typed.
      name: name === fromFile ? fileStem(path) : name,
      keywords: [...keywords, ...translations, fileStem(path)],
      folder: [
        ...[...folders, description, place],
        ...[takenAt?.slice(0, 4), camera, photographer],
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

/** Words that cameras and programs put into file names. */
const MACHINE_WORD =
  /^(?:img|dsc|dscn|dscf|dcim|pict|pic|mvi|gopr|dji|pxl|imag|image|images|photo|photos|picture|pictures|bild|bilder|foto|fotos|scan|scans|sam|hpim|cimg|imgp|mg|wp|vid|screenshot|screen|shot|bildschirmfoto|untitled|unbenannt|unnamed|download|downloads|file|copy|kopie|edited|final|large|small|original|originals|thumb|export|data|www|tmp|burst|cover|pano|p|dxo|whatsapp|signal|telegram|at|am|pm)$/i;
const HAS_WORD = /\p{L}{2}/u;

/**
 * Returns a display name derived from a file name: "Red barn in snow" for `red-barn_in%20snow
 * (2).JPG`; null for a name that a camera or program chose, such as `IMG_2041.jpg`.
 */
export function nameFromFile(path: string): string | null {
  return nameOf(fileStem(path));
}

const nameFromFolder = (folder: string) => nameOf(decoded(folder).normalize("NFC"));

function nameOf(text: string): string | null {
  const words = text
    .replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, "$1 $2")
    // What file managers add to a second copy of a file.
    .replace(/\s*\(\d{1,3}\)\s*$/, "")
    .split(/[\s_+.~·–—-]+/u)
    .filter((word) => word !== "");
  if (!words.some(isDescriptive)) return null;
  const kept = words.filter((word, i) => isDescriptive(word) || isPartOfName(word, words[i - 1]));
  const name = kept.join(" ");
  return name.charAt(0).toLocaleUpperCase("en") + name.slice(1);
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
function isDescriptive(word: string): boolean {
  const letters = word.replace(/\d+/g, "");
  const isCode = /\d/.test(word) && /^[0-9a-f]{8,}$/i.test(word);
  return HAS_WORD.test(letters) && !MACHINE_WORD.test(letters) && !isCode;
}

/** Whether a short word or number belongs to the word before it: "Vitamin C", "Route 66". */
function isPartOfName(word: string, previous: string | undefined): boolean {
  const isShort = /^(?:\p{L}|\d{1,4}|am|at)$/u.test(word) || !/[\p{L}\p{N}]/u.test(word);
  return isShort && previous !== undefined && (isDescriptive(previous) || word.length === 1);
}
