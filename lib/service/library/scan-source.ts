import "server-only";
import { createHash } from "node:crypto";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { INSPECTED_AT_ONCE } from "@/lib/decoding/inspector";
import { UndecodedPictureError, UnusablePictureError } from "@/lib/decoding/usable-picture";
import { isOutOfResources } from "@/lib/platform/out-of-resources";
import type { FileState, LibraryStore, Source } from "@/lib/state/library-store";
import { type ExcludedNames, HIDING_FILE, isLeftOut, isLeftOutPath } from "./left-out-folders";
import { ManifestError } from "./manifest";
import { isMissing, isUnopenable } from "./open-file";
import { type PictureReader, readPicture } from "./read-picture";
import { filesIn, type ScanCounts } from "./scan-counts";
import { type Candidate, candidatesOf, folderOf, isMount, type ListedFolder } from "./source-files";
import { rootOf } from "./sources";

export type ScanResult = {
  counts: ScanCounts;
  /** Why the scan is incomplete; null if it is complete. */
  problem: string | null;
  /** The relative paths of files and folders that could not be read. */
  unread: readonly string[];
};

const UNREADABLE_NAMED_MAX = 10;

/** A state that no file has, so that the next scan reads the file again. */
const toReadAgain = (state: FileState): FileState => ({ ...state, entry: `${state.entry} again` });

const UNLESS_MEANT = "remove it from the library if that is meant";
const EMPTY = `it is empty, so its pictures were kept; ${UNLESS_MEANT}`;

type ScanOptions = PictureReader & {
  /** Called after each file. */
  onProgress?: (counts: Readonly<ScanCounts>) => void;
  onBroken?: (path: string, reason: string) => void;
  /** Called for each folder in the source, with the path "" for the source itself. */
  onFolder?: (folder: Pick<ListedFolder, "path" | "readAtMs">) => void;
  /**
   * Scans only these paths in a folder, at most 100, after a change (`pathsToWalk`); null or absent for
   * the whole source. The record of the last scan then changes only if there is a problem or a new disk.
   */
  only?: readonly string[] | null;
  /** Names of files and folders whose pictures are not shown. */
  excluded?: ExcludedNames | undefined;
  /** Whether unchanged files are read too. */
  isRereading?: boolean;
};

/**
 * Updates the library to the current state of a source. Skips files with unchanged size and time.
 * Searches find a picture as soon as it has been read; deleted files are removed at the end.
 *
 * Only a folder that was listed to its end proves that a file is deleted. These keep their pictures
 * (docs/decisions/0080-missing-folders.md):
 * - a source, folder or file that cannot be read;
 * - a folder on which a disk was mounted, until it is mounted again;
 * - a source that had pictures and is now empty, before or after the walk;
 * - a file of a manifest whose folder is missing or empty;
 * - a file that disappeared since its folder was listed, until the next scan.
 *
 * @throws the store's error if the library cannot be written.
 */
export async function scanSource(
  library: LibraryStore,
  source: Source,
  options: ScanOptions,
): Promise<ScanResult> {
  const { onProgress, onBroken, isRereading = false, only = null, excluded } = options;
  const counts: ScanCounts = { added: 0, changed: 0, unchanged: 0, broken: 0, removed: 0 };
  const isFolder = source.kind === "folder";
  const root = rootOf(source);
  const known = await library.knownFiles(source.number, only);
  // Known files that the walk has not met. `walk` removes only those that it proves deleted.
  const unseen = new Set(known.keys());
  const unread: string[] = [];
  const listed = new Set<string>();
  const hidden = new Set<string>();
  const mounts = new Set<string>();
  let isWalked = false;

  function onFolder(folder: ListedFolder) {
    const { path, isMount, isHidden } = folder;
    listed.add(path);
    if (isMount) mounts.add(path);
    if (isHidden) hidden.add(path);
    options.onFolder?.(folder);
  }

  async function read(candidate: Candidate): Promise<ReadFile> {
    const { path, state, given, sidecars } = candidate;
    const before = known.get(path);
    if (!isRereading && before !== undefined && isSame(before, state)) {
      return { candidate, outcome: null };
    }
    const unreadSidecars: string[] = [];
    const reader = { ...options, onSidecarUnread: (each: string) => unreadSidecars.push(each) };
    try {
      const outcome = await readPicture({ root, path }, reader, given, sidecars);
      if (unreadSidecars.length === 0) return { candidate, outcome };
      unread.push(...unreadSidecars);
      // An unchanged picture keeps the texts that it has.
      if (before?.isBroken === false && isSameFile(before, state)) {
        return { candidate, outcome: null };
      }
      return { candidate: { ...candidate, state: toReadAgain(state) }, outcome };
    } catch (cause) {
      if (!(cause instanceof UnusablePictureError)) throw cause;
      return { candidate, outcome: (await outcomeOfFailure(path, cause.cause)) ?? cause };
    }
  }

  /** Returns null for a file that was read, or will never be. */
  async function outcomeOfFailure(path: string, cause: unknown): Promise<"unread" | "gone" | null> {
    if (isOutOfResources(cause)) throw cause;
    const { code } = (cause ?? {}) as NodeJS.ErrnoException;
    if (code === undefined || isUnopenable(cause)) return null;
    if (!isMissing(cause)) return "unread";
    if (isFolder) return "gone";
    const isPicture = known.get(path)?.isBroken === false;
    const isLost =
      isPicture && (await isEmpty(join(root, folderOf(path)), excluded).catch(() => true));
    return isLost ? "unread" : null;
  }

  async function save(
    { path, state, stableName }: Candidate,
    outcome: Exclude<ReadFile["outcome"], "unread" | "gone">,
  ) {
    const before = known.get(path);
    if (outcome === null) return before?.isBroken ? "broken" : "unchanged";
    if (outcome instanceof UnusablePictureError) {
      onBroken?.(path, outcome.message);
      const mayPass = outcome instanceof UndecodedPictureError;
      // A busy machine must not remove a picture; the next scan reads the file again.
      if (mayPass && before?.isBroken === false) return "unchanged";
      const saved = mayPass ? toReadAgain(state) : state;
      await library.saveBroken(source.number, path, saved, outcome.message);
      return "broken";
    }
    const id = pictureId(source, stableName);
    await library.save(source.number, { ...outcome, ...state, path, id });
    return before === undefined || before.isBroken ? "added" : "changed";
  }

  /** Removes those of the files that are still in the library. */
  async function remove(paths: readonly string[]): Promise<void> {
    await library.remove(source.number, paths);
    for (const path of paths) unseen.delete(path);
    counts.removed += paths.length;
  }

  /** Whether a folder has no other pictures than these, as an empty one. */
  async function areLastPictures(paths: readonly string[]): Promise<boolean> {
    const now = (await library.sources()).find(({ number }) => number === source.number);
    const count = paths.filter((path) => known.get(path)?.isBroken === false).length;
    return isFolder && count > 0 && count >= (now?.pictureCount ?? 0);
  }

  /** Returns why the scan is incomplete, unless files could not be read. */
  async function walk(): Promise<string | null> {
    if (isFolder) await remove([...unseen].filter((path) => isLeftOutPath(path, excluded)));
    const { dev, ino } = await stat(root);
    const others = isFolder ? await otherFolders(library, source) : [];
    const same = others.find(({ path, number }) => path === "" && number < source.number);
    if (same !== undefined) {
      if (same.isComplete) await remove([...unseen]);
      return `it is the same folder as ${same.location}`;
    }
    const except = new Set(others.map((other) => other.root));
    const onUnreadable = (path: string) => unread.push(path);
    const candidates = Readable.from(
      candidatesOf(source, { except, excluded, onUnreadable, onFolder, only }),
    );
    // In the order of the files, so that equal matches have the same order in every installation.
    const files = candidates.map(read, { concurrency: INSPECTED_AT_ONCE });
    for await (const { candidate, outcome } of files as AsyncIterable<ReadFile>) {
      unseen.delete(candidate.path);
      if (outcome === "unread") unread.push(candidate.path);
      if (outcome === "unread" || outcome === "gone") continue;
      counts[await save(candidate, outcome)]++;
      onProgress?.(counts);
    }
    if (!isFolder) listed.add("");
    // Another source that is the same folder has nothing of its own.
    const inner = others.filter(({ path }) => path !== "");
    const complete = inner.filter(({ isComplete }) => isComplete).map(({ path }) => path);
    const notShown = new Set([...hidden, ...complete]);
    await remove([...unseen].filter((path) => isWithin(notShown, path)));
    if (hidden.has("")) return `it has a file ${HIDING_FILE}, so its pictures are not shown`;
    const isWithoutFiles = only === null && filesIn(counts) === 0 && unread.length === 0;
    const hasPictures = known.size > counts.removed;
    if (isFolder && hasPictures && (isWithoutFiles || (await isEmpty(root, excluded)))) {
      return EMPTY;
    }
    const after = await stat(root);
    if (after.dev !== dev || after.ino !== ino) return "it was replaced during the scan";
    const unmounted = await unmountedFolders(source, { mounts, known, unseen });
    const kept = new Set([...unread, ...unmounted, ...inner.map(({ path }) => path)]);
    const lost = [...unseen].filter((path) => isWithin(listed, path) && !isWithin(kept, path));
    if (only !== null && lost.length > 0 && (await areLastPictures(lost))) return EMPTY;
    await remove(lost);
    for (const path of unmounted) mounts.add(path);
    isWalked = true;
    unread.push(...unmounted);
    return unmounted.length === 0 ? null : problemOfUnmounted(unmounted);
  }

  let problem: string | null;
  try {
    problem = await walk();
  } catch (cause) {
    problem = problemOf(cause);
  }
  // In one order, because a repeated problem is logged once. Pictures may share a sidecar.
  const unreadOnce = [...new Set(unread)].sort();
  if (unreadOnce.length > 0) problem ??= problemOfUnreadable(unreadOnce);
  const knownMounts = only === null ? [] : source.mounts;
  const allMounts = isWalked ? [...new Set([...knownMounts, ...mounts])] : source.mounts;
  const hasNewMount = allMounts.some((path) => !source.mounts.includes(path));
  if (only === null || problem !== null || hasNewMount) {
    const recorded = only === null ? problem : (problem ?? source.problem);
    await library.recordScan(source.number, recorded, allMounts);
  }
  return { counts, problem, unread: unreadOnce };
}

/**
 * `outcome`: null for an unchanged file; `unread` if it may be a picture, but could not be read; `gone` if
 * it was deleted since its folder was listed.
 */
type ReadFile = {
  candidate: Candidate;
  outcome:
    | Awaited<ReturnType<typeof readPicture>>
    | UnusablePictureError
    | "unread"
    | "gone"
    | null;
};

/** Whether a path, or a folder that contains it, is among `paths`; "" contains all. */
function isWithin(paths: ReadonlySet<string>, path: string): boolean {
  for (let each = path; ; each = folderOf(each)) {
    if (paths.has(each)) return true;
    if (each === "") return false;
  }
}

/** Whether a folder has nothing that a scan would look at. */
async function isEmpty(folder: string, excluded?: ExcludedNames): Promise<boolean> {
  return (await readdir(folder)).every((name) => isLeftOut(name, excluded));
}

function isSame(a: FileState, b: FileState): boolean {
  return isSameFile(a, b) && a.entry === b.entry;
}

function isSameFile(a: FileState, b: FileState): boolean {
  return a.fileBytes === b.fileBytes && a.modifiedMs === b.modifiedMs;
}

/**
 * Returns an id that depends only on the source and the file's path in it. A picture of the demo
 * collection has the same id in every installation.
 */
function pictureId({ origin, location }: Source, stableName: string): string {
  const place = origin === "built-in" ? "demo" : location;
  return createHash("sha256").update(`${place}\0${stableName}`).digest("hex").slice(0, 24);
}

/** Another source: its real path, and its path in this source, "" if it is the same folder. */
type OtherFolder = Pick<Source, "location" | "number"> & {
  root: string;
  path: string;
  /** Whether its last scan read it to the end. */
  isComplete: boolean;
};

/**
 * Returns the folder sources that are in this one, so that each folder is scanned once. A source that is
 * missing is in none.
 */
async function otherFolders(library: LibraryStore, source: Source): Promise<OtherFolder[]> {
  const own = await realpath(source.location);
  const found = (await library.sources()).map(async (other): Promise<OtherFolder[]> => {
    if (other.kind !== "folder" || other.number === source.number) return [];
    const root = await realpath(other.location).catch(() => null);
    if (root === null || !(root + sep).startsWith(own === sep ? sep : own + sep)) return [];
    const path = relative(own, root).split(sep).join("/");
    const isComplete = other.scannedAtMs !== null && other.problem === null;
    return [{ location: other.location, number: other.number, root, path, isComplete }];
  });
  return (await Promise.all(found)).flat();
}

/**
 * Returns the folders on which no disk is mounted any more and whose pictures are missing: all of them, or
 * some if the disk was unmounted during the walk. The disk may come back.
 */
async function unmountedFolders(
  source: Source,
  files: {
    mounts: ReadonlySet<string>;
    known: ReadonlyMap<string, unknown>;
    unseen: ReadonlySet<string>;
  },
): Promise<string[]> {
  const unmounted: string[] = [];
  const folders = new Set([...source.mounts, ...files.mounts]);
  if (folders.size === 0) return unmounted;
  const root = await realpath(source.location);
  for (const folder of folders) {
    if (await isMount(join(root, folder)).catch(() => false)) continue;
    const inner = new Set([folder]);
    const paths = [...files.known.keys()].filter((path) => isWithin(inner, path));
    const isGone = (path: string) => files.unseen.has(path);
    // A disk that was unmounted during the walk has files that were read before.
    const isLost = files.mounts.has(folder) ? paths.some(isGone) : paths.every(isGone);
    if (paths.length > 0 && isLost) unmounted.push(folder);
  }
  return unmounted;
}

function problemOfUnmounted(folders: readonly string[]): string {
  const named = folders.map((folder) => folder || "it").join(", ");
  return `no disk is mounted on ${named} any more, so its pictures were kept; ${UNLESS_MEANT}`;
}

function problemOfUnreadable(paths: readonly string[]): string {
  const named = paths.slice(0, UNREADABLE_NAMED_MAX).join(", ");
  const others = paths.length - UNREADABLE_NAMED_MAX;
  return `can't read ${named}${others > 0 ? ` and ${others} others` : ""}`;
}

const PROBLEMS: Record<string, string> = {
  ENOENT: "there is no such folder",
  ENOTDIR: "it is not a folder",
  EACCES: "it may not be read",
  EPERM: "it may not be read",
  EIO: "its disk can't be read",
  ESTALE: "its disk can't be read",
  ENXIO: "its disk can't be read",
  ENOTCONN: "its disk can't be read",
};

/** @throws `cause`, if it is no failure to list a folder or to read a manifest */
function problemOf(cause: unknown): string {
  if (cause instanceof ManifestError) return cause.problems.join("; ");
  const { code, syscall = "" } = cause as NodeJS.ErrnoException;
  const isOfListing = /^(?:scandir|l?stat|realpath|readlink)$/.test(syscall);
  if (code === undefined || !isOfListing || isOutOfResources(cause)) throw cause;
  return PROBLEMS[code] ?? `it can't be read (${code})`;
}
