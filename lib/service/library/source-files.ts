import "server-only";
import type { Dirent } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { modifiedMsOf } from "@/lib/core/image/file-revision";
import { isOutOfResources } from "@/lib/platform/out-of-resources";
import { type FileState, PATH_BYTES_MAX, type SourceLocation } from "@/lib/state/library-store";
import {
  type ExcludedNames,
  HIDING_FILE,
  isLeftOut,
  isLeftOutPath,
  isSystemName,
} from "./left-out-folders";
import { readManifest } from "./manifest";
import { isMissing } from "./open-file";
import { type GivenFacts, UNREAD_NAME } from "./read-picture";
import {
  PACKAGE_FILE,
  PACKAGE_FOLDERS,
  SIDECAR_NAME,
  sidecarFinder,
  sidecarKey,
  sidecarKeys,
} from "./read-sidecars";
import { rootOf } from "./sources";

/**
 * Version of the metadata reader, the prefix of each file's recorded entry. Increase it when
 * reading a picture yields different metadata: the next scan then reads every file again.
 */
const METADATA_VERSION = "10:";

/** A file of a source that may be a picture, and its current state. */
export type Candidate = {
  path: string;
  state: FileState;
  given: GivenFacts;
  /** Identifies the picture within its source. */
  stableName: string;
  /** Paths of the files that describe it (`readSidecars`). */
  sidecars: string[];
};

/** `path` is relative to the walked folder, with `/`; `sidecars` have the state of each. */
type FoundFile = Omit<FileState, "entry"> & {
  path: string;
  sidecars: { path: string; state: string }[];
};

type WalkOptions = {
  /** Real paths of folders that are not walked: they are sources themselves. */
  except?: ReadonlySet<string>;
  /**
   * Called with the relative path of every folder and file that exists but cannot be read,
   * including names that are not UTF-8, and paths of more than `PATH_BYTES_MAX`.
   */
  onUnreadable?: (path: string) => void;
  /** Called for every folder that is listed to its end. */
  onFolder?: (folder: ListedFolder) => void;
  /** Names of files and folders that are never shown. */
  excluded?: ExcludedNames | undefined;
  /** What to walk: relative paths of files and folders; null or absent for all. */
  only?: readonly string[] | null;
};

/** `path`: relative, "" for the source itself. */
export type ListedFolder = {
  path: string;
  /** When the system began to list it. */
  readAtMs: number;
  /** Whether another disk is mounted there. */
  isMount: boolean;
  /** Whether the folder has a file `.nomedia`. */
  isHidden: boolean;
};

/**
 * Lists the files of a source without opening a picture.
 *
 * @throws ManifestError, or the file system's error, if the source as a whole cannot be read.
 */
export async function* candidatesOf(
  source: SourceLocation,
  options: WalkOptions = {},
): AsyncGenerator<Candidate> {
  if (source.kind === "folder") {
    for await (const { path, sidecars, ...file } of walkFolder(source.location, options)) {
      const entry = METADATA_VERSION + sidecars.map(({ state }) => state).join(" ");
      const paths = sidecars.map((each) => each.path);
      yield { path, state: { ...file, entry }, given: {}, stableName: path, sidecars: paths };
    }
    return;
  }
  const { pictures } = await readManifest(source.location);
  const root = await realpath(rootOf(source));
  for (const { pick: _, ...picture } of pictures) {
    const { file, imageUrl, ...given } = picture;
    // A missing file, or a file outside the folder, is reported when the picture is read.
    const { path, found } = await statForms(root, file);
    const state = {
      fileBytes: found?.size ?? 0,
      modifiedMs: found === null ? 0 : modifiedMsOf(found),
      entry: METADATA_VERSION + JSON.stringify(picture),
    };
    yield { path, state, given, stableName: imageUrl ?? file, sidecars: [] };
  }
}

/** Finds a file by its name in the manifest, composed or decomposed: macOS decomposes names (NFD). */
async function statForms(root: string, file: string) {
  for (const path of new Set([file, file.normalize("NFC"), file.normalize("NFD")])) {
    const found = await stat(join(root, path)).catch(() => null);
    if (found !== null) return { path, found };
  }
  return { path: file, found: null };
}

/**
 * Counts the files of a source that may be pictures, judged only by name: about as many as
 * `candidatesOf` yields.
 *
 * @throws as `candidatesOf`
 */
export async function countFiles(
  source: SourceLocation,
  excluded?: ExcludedNames,
): Promise<number> {
  if (source.kind === "manifest") return (await readManifest(source.location)).pictures.length;
  return countIn(
    source.location,
    await readdir(source.location, { withFileTypes: true }),
    excluded,
  );
}

async function countIn(
  folder: string,
  entries: readonly Dirent[],
  excluded?: ExcludedNames,
): Promise<number> {
  if (entries.some(({ name }) => name === HIDING_FILE)) return 0;
  let count = 0;
  for (const entry of entries) {
    if (isLeftOut(entry.name, excluded)) continue;
    if (entry.isDirectory()) {
      const inner = join(folder, entry.name);
      const innerEntries = await readdir(inner, { withFileTypes: true }).catch(() => []);
      count += await countIn(inner, innerEntries, excluded);
    } else if (PICTURE_NAME.test(entry.name)) count += 1;
  }
  return count;
}

const PICTURE_NAME = new RegExp(
  `\\.(?:${[
    "jpe?g|jpe|jfif|jif|pjpe?g|pjp|a?png|gif|webp|avifs?|tiff?|svg",
    // Downloads from Twitter.
    "(?:jpe?g|png)[_-](?:large|medium|small|orig)",
    // Formats that cannot be decoded here, which are listed as skipped.
    "hei[cf]s?|hif|jxl|jp2|j2k|jpf|jpx|jxr|wdp|bmp|dib|ico|ps[db]|xcf|tga|exr|eps|svgz",
  ].join("|")})$|${UNREAD_NAME.source}`,
  "i",
);

/**
 * Walks a folder in name order and yields the files with picture extensions, with one `stat` each.
 * Skips hidden files and folders, folders of deleted files and of the system (`isLeftOut`), links that
 * leave the folder, links to pictures in it, which are found themselves, and links to folders, which
 * may form cycles.
 *
 * @throws the file system's error if the folder itself cannot be read.
 */
export async function* walkFolder(
  folder: string,
  options: WalkOptions = {},
): AsyncGenerator<FoundFile> {
  const root = await realpath(folder);
  for (const path of options.only ?? [""]) yield* walkAt(root, path, options);
}

/**
 * Walks a folder, or yields one file. If the path does not exist, lists the nearest folder that does:
 * the path is deleted, because that folder does not have it.
 */
async function* walkAt(
  root: string,
  path: string,
  options: WalkOptions,
): AsyncGenerator<FoundFile> {
  if (isLeftOutPath(path, options.excluded)) return;
  let folder = "";
  let name: string | undefined;
  for (name of path === "" ? [] : path.split("/")) {
    const inner = folder === "" ? name : `${folder}/${name}`;
    try {
      if (await exists(join(root, folder, HIDING_FILE))) break;
      if (options.except?.has(join(root, inner))) return;
      if (!(await lstat(join(root, inner))).isDirectory()) break;
    } catch (cause) {
      if (!isMissing(cause)) return options.onUnreadable?.(inner);
      break;
    }
    folder = inner;
    name = undefined;
  }
  const listing = await list(root, folder, options);
  if (listing !== null) yield* walk(root, folder, listing, { ...options, name }, null);
}

type Listing = Pick<ListedFolder, "readAtMs"> & { entries: Dirent[] };

/**
 * Lists a folder. Calls `onUnreadable` and returns null if that fails.
 *
 * @throws the file system's error if it concerns the source itself, or this process.
 */
async function list(root: string, path: string, options: WalkOptions): Promise<Listing | null> {
  const readAtMs = Date.now();
  try {
    return { readAtMs, entries: await readdir(join(root, path), { withFileTypes: true }) };
  } catch (cause) {
    if (path === "" || isOutOfResources(cause)) throw cause;
    options.onUnreadable?.(path);
    return null;
  }
}

/** Whether a folder, given by its real path, is on another disk than the folder that contains it. */
export async function isMount(folder: string): Promise<boolean> {
  const [own, outer] = await Promise.all([lstat(folder), lstat(dirname(folder))]);
  return own.dev !== outer.dev;
}

/**
 * Returns what to walk after a change at `path`: the picture or folder that changed, the pictures that a
 * changed file may describe, or the folder of a package.
 */
export async function pathsToWalk(root: string, path: string): Promise<string[]> {
  for (let folder = path; folder !== ""; ) {
    folder = folderOf(folder);
    if (await exists(join(root, folder, PACKAGE_FILE))) return [folder];
  }
  const [folder, name] = [folderOf(path), basename(path)];
  if (name === PACKAGE_FILE) return [folder];
  if (!SIDECAR_NAME.test(name) || PICTURE_NAME.test(name)) return [path];
  const found = await lstat(join(root, path)).catch(() => null);
  if (found?.isDirectory()) return [path];
  const names = await readdir(join(root, folder)).catch(() => []);
  return names
    .filter((each) => PICTURE_NAME.test(each) && sidecarKeys(each).includes(sidecarKey(name)))
    .map((each) => (folder === "" ? each : `${folder}/${each}`));
}

/** Whether a file with this name may be a picture or describe one. */
export const isRelevant = (path: string) => PICTURE_NAME.test(path) || SIDECAR_NAME.test(path);

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

async function* walk(
  root: string,
  parent: string,
  { entries, readAtMs }: Listing,
  options: WalkOptions & { /** The only file to yield. */ name?: string | undefined },
  /** The path of the file that describes the package with these entries, or null. */
  packageFile: string | null,
): AsyncGenerator<FoundFile> {
  const names = new Set(entries.map(({ name }) => name));
  const inParent = (name: string) => (parent === "" ? name : `${parent}/${name}`);
  const ownPackage = names.has(PACKAGE_FILE) ? inParent(PACKAGE_FILE) : null;
  const sidecarsOf = sidecarFinder(names);
  const isHidden = names.has(HIDING_FILE);
  const onOtherDisk = await isMount(join(root, parent)).catch(() => false);
  options.onFolder?.({ path: parent, readAtMs, isMount: onOtherDisk, isHidden });
  if (isHidden) return;
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (isLeftOut(entry.name, options.excluded)) continue;
    if (entry.name !== (options.name ?? entry.name)) continue;
    const path = inParent(entry.name);
    const absolutePath = join(root, path);
    const isPicture = PICTURE_NAME.test(entry.name);
    if ((entry.isDirectory() || isPicture) && Buffer.byteLength(path) > PATH_BYTES_MAX) {
      options.onUnreadable?.(path);
      continue;
    }
    if (entry.isDirectory()) {
      if (options.except?.has(absolutePath)) continue;
      const inner = await list(root, path, options);
      if (inner !== null) {
        const described = PACKAGE_FOLDERS.has(entry.name) ? (ownPackage ?? packageFile) : null;
        yield* walk(root, path, inner, options, described);
      }
    } else if (isPicture) {
      const mayLeadTo = entry.isSymbolicLink() ? mayPictureLinkTo : null;
      const file = await statFile(root, absolutePath, mayLeadTo, options.excluded);
      if (file === "unreadable") options.onUnreadable?.(path);
      else if (file !== null) {
        const own = sidecarsOf(entry.name).map(inParent);
        const described = [...own, ...(packageFile === null ? [] : [packageFile])];
        yield { path, ...file, sidecars: await statSidecars(root, described) };
      }
    }
  }
}

/** Whether a link with a picture's name is followed to a file. The scan finds the other targets itself. */
const mayPictureLinkTo = (target: string, isHidden: boolean) =>
  isHidden || !PICTURE_NAME.test(target);

/** Whether a link with a sidecar's name is followed to a file. A secret must not become a description. */
const maySidecarLinkTo = (target: string) => SIDECAR_NAME.test(target);

/** Returns the regular files among them that are in the folder. */
async function statSidecars(
  root: string,
  paths: readonly string[],
): Promise<FoundFile["sidecars"]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const file = await statFile(root, join(root, path), maySidecarLinkTo);
      if (file === null || file === "unreadable") return [];
      return { path, state: `${file.fileBytes}-${file.modifiedMs}` };
    }),
  );
  return found.flat();
}

/** `mayLeadTo`: whether a link may lead to a file; null for a file that is not a link. */
async function statFile(
  root: string,
  absolutePath: string,
  mayLeadTo: ((target: string, isHidden: boolean) => boolean) | null,
  excluded?: ExcludedNames,
) {
  try {
    if (mayLeadTo !== null) {
      const target = await realpath(absolutePath);
      if (!target.startsWith(root + sep)) return null;
      const names = target.slice(root.length).split(sep);
      const isHidden = names.some((name) => name.startsWith("."));
      const isSystem = names.some((name) => isSystemName(name, excluded));
      if (isSystem || !mayLeadTo(target, isHidden)) return null;
    }
    const found = await stat(absolutePath);
    if (!found.isFile()) return null;
    return { fileBytes: found.size, modifiedMs: modifiedMsOf(found) };
  } catch (cause) {
    if (isOutOfResources(cause)) throw cause;
    // Deleted since the folder was read, or a broken or circular link.
    const isGone = isMissing(cause) || (cause as NodeJS.ErrnoException).code === "ELOOP";
    return isGone && !absolutePath.includes("\ufffd") ? null : "unreadable";
  }
}
