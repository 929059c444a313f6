import "server-only";
import {
  type FileMetadata,
  METADATA_BLOCK_BYTES_MAX,
  type SidecarKind,
} from "@/lib/decoding/file-metadata";
import type { ReadSidecar } from "@/lib/decoding/inspector";
import { UnusablePictureError } from "@/lib/decoding/usable-picture";
import { isOutOfResources } from "@/lib/platform/out-of-resources";
import { openInside } from "./open-file";

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

/** Returns the names of the files that may describe a picture's file, the most reliable first. */
export function sidecarNames(fileName: string): string[] {
  const stem = fileName.replace(/\.[^.]+$/, "");
  return ["xmp", "json", "txt"].flatMap((extension) =>
    // darktable writes "a.jpg.xmp", Lightroom "a.xmp", Google "a.jpg.json".
    [`${fileName}.${extension}`, `${stem}.${extension}`],
  );
}

/**
 * Returns what the sidecars of a picture state about it; `paths` are relative to `root`, the most
 * reliable first. A sidecar that is damaged or gone states nothing. Neither does a sidecar that exceeds
 * a limit; `onSkipped` reports it.
 *
 * @throws the system's error if it has too many open files; DecodingFailed if no decoder starts
 */
export async function readSidecars(
  root: string,
  paths: readonly string[],
  readSidecar: ReadSidecar,
  onSkipped?: (path: string, reason: string) => void,
): Promise<FileMetadata[]> {
  const stated: FileMetadata[] = [];
  // One after the other: each that is read at once would need a decoder of its own.
  for (const path of paths) {
    const kind = SIDECAR_NAME.exec(path)?.[1]?.toLowerCase() as SidecarKind;
    try {
      const bytes = await readBytes(root, path, BYTES_MAX[kind]);
      if (bytes !== null) stated.push(await readSidecar(bytes, kind));
    } catch (cause) {
      if (!(cause instanceof UnusablePictureError)) throw cause;
      onSkipped?.(path, cause.message);
    }
  }
  return stated;
}

async function readBytes(root: string, path: string, bytesMax: number): Promise<Buffer | null> {
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
    return null;
  }
}
