import "server-only";
import {
  type FileMetadata,
  METADATA_BLOCK_BYTES_MAX,
  type SidecarKind,
} from "@/lib/decoding/file-metadata";
import type { ParseSidecar } from "@/lib/decoding/inspector";
import { UnusablePictureError } from "@/lib/decoding/usable-picture";
import { isOutOfResources } from "@/lib/platform/out-of-resources";
import { isMissing, isUnopenable, openInside } from "./open-file";

/** Editors write masks and histories into XMP. A longer text or JSON does not describe one picture. */
const BYTES_MAX: Record<SidecarKind, number> = {
  xmp: METADATA_BLOCK_BYTES_MAX,
  json: 1_000_000,
  txt: 1_000_000,
};

/** The description of a wallpaper package (KDE), for the pictures in the folders below it. */
export const PACKAGE_FILE = "metadata.json";
/** The folders of a package that have its pictures: `contents/images`. */
export const PACKAGE_FOLDERS: ReadonlySet<string> = new Set(["contents", "images", "images_dark"]);

/** The names of all files that may describe a picture. */
export const SIDECAR_NAME = /\.(xmp|json|txt)$/i;

/** Returns a file's name as `sidecarKeys` has it: composed (NFC), with its endings in lower case. */
export const sidecarKey = (name: string) =>
  name
    .normalize("NFC")
    .replace(/(?:\.\w{3,4})?\.(?:xmp|json|txt)$/i, (endings) => endings.toLowerCase());

/** Returns the keys of the files that may describe a picture's file, the most reliable first. */
export function sidecarKeys(fileName: string): string[] {
  const stem = fileName.replace(/\.[^.]+$/, "");
  const names = ["xmp", "json", "txt"].flatMap((extension) =>
    // darktable writes "a.jpg.xmp", Lightroom "a.xmp", Google "a.jpg.json".
    [`${fileName}.${extension}`, `${stem}.${extension}`],
  );
  const { title, counter } = takeoutTitle(fileName);
  const full = `${title}${TAKEOUT_SUFFIX}`;
  const lengths = Array.from({ length: TAKEOUT_SUFFIX.length + 1 }, (_, i) => full.length - i);
  const takeout = lengths.map((length) => `${full.slice(0, length)}${counter}.json`);
  return [...names, ...takeout, cutTitle(fileName) ?? []].flat().map(sidecarKey);
}

/** How Google Takeout names a JSON file, after the picture's; it cuts the whole at 46 characters. */
const TAKEOUT_SUFFIX = ".supplemental-metadata";
const TAKEOUT_LENGTH_MAX = 46;
/** What Google Photos appends to the name of an edited picture, which has no JSON file of its own. */
const EDITED =
  /-(?:edited|bearbeitet|modifié|editad[oa]|modificato|bewerkt)(?=(?:\(\d+\))?\.[^.]+$)/i;

/** "a.jpg" and "(1)" for "a-edited(1).jpg": Google writes the number of a copy behind the whole name. */
function takeoutTitle(fileName: string): { title: string; counter: string } {
  const original = fileName.normalize("NFC").replace(EDITED, "");
  const [, stem, counter, extension] = /^(.+)(\(\d+\))(\.[^.]+)$/.exec(original) ?? [];
  return { title: stem ? `${stem}${extension}` : original, counter: counter ?? "" };
}

/** The name of the JSON file of a picture whose own name Google Takeout cut; null if it did not. */
function cutTitle(fileName: string): string | null {
  const { title, counter } = takeoutTitle(fileName);
  const isCut = title.length > TAKEOUT_LENGTH_MAX;
  return isCut ? `${title.slice(0, TAKEOUT_LENGTH_MAX)}${counter}.json` : null;
}

/**
 * Returns a function that finds, among the file names of a folder, those that describe a picture in it,
 * the most reliable first. It leaves out a JSON file whose name was cut, if it may describe several
 * pictures.
 */
export function sidecarFinder(names: Iterable<string>): (fileName: string) => string[] {
  const byKey = new Map<string, string[]>();
  const titlesOfCut = new Map<string, Set<string>>();
  for (const name of names) {
    if (SIDECAR_NAME.test(name)) {
      byKey.set(sidecarKey(name), [...(byKey.get(sidecarKey(name)) ?? []), name]);
      continue;
    }
    const cut = cutTitle(name);
    if (cut === null) continue;
    // Without its ending, because a moving picture has a video of the same name beside it.
    const title = takeoutTitle(name).title.replace(/\.[^.]+$/, "");
    titlesOfCut.set(cut, (titlesOfCut.get(cut) ?? new Set()).add(title));
  }
  return (fileName) => {
    if (byKey.size === 0) return [];
    const cut = cutTitle(fileName);
    const isShared = cut !== null && (titlesOfCut.get(cut)?.size ?? 0) > 1;
    const keys = new Set(sidecarKeys(fileName));
    if (isShared) keys.delete(sidecarKey(cut));
    return [...keys].flatMap((key) => byKey.get(key) ?? []);
  };
}

/**
 * Returns what the sidecars of a picture state about it; `paths` are relative to `root`, the most
 * reliable first. A sidecar that is damaged or gone states nothing. Neither does a sidecar that exceeds
 * a limit, or cannot be read now; the two callbacks report them.
 *
 * @throws the system's error if it has too many open files; DecodingFailed if no decoder starts
 */
export async function readSidecars(
  root: string,
  paths: readonly string[],
  {
    parseSidecar,
    onSidecarSkipped,
    onSidecarUnread,
  }: {
    parseSidecar: ParseSidecar;
    onSidecarSkipped?: (path: string, reason: string) => void;
    onSidecarUnread?: (path: string) => void;
  },
): Promise<FileMetadata[]> {
  const stated: FileMetadata[] = [];
  // One after the other: files that are read at once need a decoder each.
  for (const path of paths) {
    const kind = SIDECAR_NAME.exec(path)?.[1]?.toLowerCase() as SidecarKind;
    try {
      const bytes = await readBytes(root, path, BYTES_MAX[kind]);
      if (bytes === "unread") onSidecarUnread?.(path);
      else if (bytes !== null) stated.push(await parseSidecar(bytes, kind));
    } catch (cause) {
      if (!(cause instanceof UnusablePictureError)) throw cause;
      onSidecarSkipped?.(path, cause.message);
    }
  }
  return stated;
}

/** Returns null for a file that is gone, or lies outside of `root`. */
async function readBytes(
  root: string,
  path: string,
  bytesMax: number,
): Promise<Buffer | "unread" | null> {
  try {
    const handle = await openInside(root, path);
    try {
      const found = await handle.stat();
      if (!found.isFile()) return null;
      if (found.size > bytesMax) {
        throw new UnusablePictureError(`larger than ${Math.trunc(bytesMax / 1_000_000)} MB`);
      }
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (cause instanceof UnusablePictureError || isOutOfResources(cause)) throw cause;
    return isMissing(cause) || isUnopenable(cause) ? null : "unread";
  }
}
