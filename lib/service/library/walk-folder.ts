import "server-only";
import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";

/** A file that may be a picture, by its name. */
export type FoundFile = {
  /** Relative to the walked folder, with `/`. */
  path: string;
  fileBytes: number;
  /** Whole milliseconds since the epoch. */
  modifiedMs: number;
};

export type WalkOptions = {
  /** Folders inside that are left to their own walk, as real paths. */
  except?: ReadonlySet<string>;
  /**
   * Told of every folder below the first, and every file, that is there and can't be looked at, by
   * relative path. Names that are no UTF-8 are among them: they can't be asked for.
   */
  onUnreadable?: (path: string) => void;
};

const PICTURE_NAME = /\.(?:jpe?g|jpe|jfif|png|gif|webp|avif|tiff?)$/i;

/**
 * Walks a folder in order of names and yields the files named like pictures, each after one
 * `stat`; nothing is opened. Hidden files and folders are left out, and links that leave the
 * folder; links to folders too, since they may lead in circles.
 *
 * @throws the file system's error if the folder itself can't be read.
 */
export async function* walkFolder(
  folder: string,
  options: WalkOptions = {},
): AsyncGenerator<FoundFile> {
  const root = await realpath(folder);
  yield* walk(root, "", await readdir(root, { withFileTypes: true }), options);
}

async function* walk(
  root: string,
  parent: string,
  entries: Dirent[],
  options: WalkOptions,
): AsyncGenerator<FoundFile> {
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith(".")) continue;
    const path = parent === "" ? entry.name : `${parent}/${entry.name}`;
    const absolutePath = join(root, path);
    if (entry.isDirectory()) {
      if (options.except?.has(absolutePath)) continue;
      const inner = await readdir(absolutePath, { withFileTypes: true }).catch(() => null);
      if (inner === null) options.onUnreadable?.(path);
      else yield* walk(root, path, inner, options);
    } else if (PICTURE_NAME.test(entry.name)) {
      const file = await lookAt(root, absolutePath, entry.isSymbolicLink());
      if (file === "unreadable") options.onUnreadable?.(path);
      else if (file !== null) yield { path, ...file };
    }
  }
}

async function lookAt(root: string, absolutePath: string, isLink: boolean) {
  try {
    if (isLink && !(await realpath(absolutePath)).startsWith(root + sep)) return null;
    const found = await stat(absolutePath);
    if (!found.isFile()) return null;
    return { fileBytes: found.size, modifiedMs: Math.trunc(found.mtimeMs) };
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    // Gone since its folder was read, or a link to nowhere, or in a circle.
    const isGone = code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP";
    return isGone && !absolutePath.includes("\ufffd") ? null : "unreadable";
  }
}
