import "server-only";
import { createHash } from "node:crypto";
import { readdir, realpath } from "node:fs/promises";
import type { FileState, LibraryStore, Source } from "@/lib/state/library-store";
import { UnusablePictureError } from "./inspect-picture";
import { ManifestError } from "./manifest";
import { readPicture } from "./read-picture";
import { filesIn, type ScanCounts } from "./scan-counts";
import { type Candidate, candidatesOf } from "./source-files";
import { rootOf } from "./sources";

export type ScanResult = {
  counts: ScanCounts;
  /** Why the scan is incomplete; null if it is complete. */
  problem: string | null;
};

const UNREADABLE_NAMED_MAX = 10;

type ScanOptions = {
  /** Called after each file. */
  onProgress?: (counts: Readonly<ScanCounts>) => void;
  onBroken?: (path: string, reason: string) => void;
  read?: typeof readPicture;
};

/**
 * Updates the library to the current state of a source. Skips files with unchanged size and time.
 * Searches find a picture as soon as it has been read; deleted files are removed at the end.
 *
 * A source that cannot be read keeps its pictures. So does a folder that had pictures and is now
 * empty, before or after the walk: it may be the mount point of an unmounted disk.
 *
 * @throws the store's error if the library cannot be written.
 */
export async function scanSource(
  library: LibraryStore,
  source: Source,
  { onProgress, onBroken, read = readPicture }: ScanOptions = {},
): Promise<ScanResult> {
  const counts: ScanCounts = { added: 0, changed: 0, unchanged: 0, broken: 0, removed: 0 };
  const root = rootOf(source);
  const known = await library.knownFiles(source.number);
  const gone = new Set(known.keys());
  const unreadable: string[] = [];
  let problem: string | null = null;

  async function importFile({ path, state, given, stableName, sidecars }: Candidate) {
    const before = known.get(path);
    if (before !== undefined && isSame(before, state)) {
      return before.isBroken ? "broken" : "unchanged";
    }
    try {
      const picture = await read({ root, path }, given, sidecars);
      const id = pictureId(source, stableName);
      await library.save(source.number, { ...picture, ...state, path, id });
      return before === undefined || before.isBroken ? "added" : "changed";
    } catch (cause) {
      if (!(cause instanceof UnusablePictureError)) throw cause;
      await library.saveBroken(source.number, path, state, cause.message);
      onBroken?.(path, cause.message);
      return "broken";
    }
  }

  try {
    const except = await realRootsOfOthers(library, source);
    const onUnreadable = (path: string) => unreadable.push(path);
    for await (const candidate of candidatesOf(source, { except, onUnreadable })) {
      gone.delete(candidate.path);
      counts[await importFile(candidate)]++;
      onProgress?.(counts);
    }
    if (source.kind === "folder" && known.size > 0 && (await isEmptyFolder(source, counts))) {
      problem =
        "it is empty, so its pictures were kept; remove it from the library if that is meant";
    } else {
      const removed = [...gone].filter(
        (path) => !unreadable.some((other) => path === other || path.startsWith(`${other}/`)),
      );
      await library.remove(source.number, removed);
      counts.removed = removed.length;
    }
  } catch (cause) {
    problem = problemOf(cause);
  }
  if (unreadable.length > 0) problem ??= problemOfUnreadable(unreadable);
  await library.recordScan(source.number, problem);
  return { counts, problem };
}

async function isEmptyFolder({ location }: Source, counts: ScanCounts): Promise<boolean> {
  return filesIn(counts) === 0 || (await readdir(location)).length === 0;
}

function isSame(a: FileState, b: FileState): boolean {
  return a.fileBytes === b.fileBytes && a.modifiedMs === b.modifiedMs && a.entry === b.entry;
}

/**
 * Returns an id that depends only on the source and the file's path in it. A picture of the demo
 * collection has the same id in every installation.
 */
function pictureId({ origin, location }: Source, stableName: string): string {
  const place = origin === "built-in" ? "demo" : location;
  return createHash("sha256").update(`${place}\0${stableName}`).digest("hex").slice(0, 24);
}

/** Returns the real paths of all other folder sources, so that each folder is scanned once. */
async function realRootsOfOthers(
  library: LibraryStore,
  source: Source,
): Promise<ReadonlySet<string>> {
  const others = (await library.sources()).filter(
    ({ kind, number }) => kind === "folder" && number !== source.number,
  );
  const roots = await Promise.all(others.map(({ location }) => realpath(location).catch(() => "")));
  return new Set(roots);
}

function problemOfUnreadable(paths: readonly string[]): string {
  const named = paths.slice(0, UNREADABLE_NAMED_MAX).join(", ");
  const others = paths.length - UNREADABLE_NAMED_MAX;
  return `can't read ${named}${others > 0 ? ` and ${others} others` : ""}`;
}

function problemOf(cause: unknown): string {
  if (cause instanceof ManifestError) return cause.problems.join("; ");
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === "ENOENT") return "there is no such folder";
  if (code === "ENOTDIR") return "it is not a folder";
  if (code === "EACCES" || code === "EPERM") return "it may not be read";
  if (code === "EIO" || code === "ESTALE" || code === "ENXIO") return "its disk can't be read";
  throw cause;
}
