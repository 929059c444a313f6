import "server-only";
import { createHash } from "node:crypto";
import { readdir, realpath } from "node:fs/promises";
import { Readable } from "node:stream";
import { INSPECTED_AT_ONCE } from "@/lib/decoding/inspector";
import { UnusablePictureError } from "@/lib/decoding/usable-picture";
import type { FileState, LibraryStore, Source } from "@/lib/state/library-store";
import { ManifestError } from "./manifest";
import { type PictureReader, readPicture } from "./read-picture";
import { filesIn, type ScanCounts } from "./scan-counts";
import { type Candidate, candidatesOf } from "./source-files";
import { rootOf } from "./sources";

export type ScanResult = {
  counts: ScanCounts;
  /** Why the scan is incomplete; null if it is complete. */
  problem: string | null;
};

const UNREADABLE_NAMED_MAX = 10;

type ScanOptions = PictureReader & {
  /** Called after each file. */
  onProgress?: (counts: Readonly<ScanCounts>) => void;
  onBroken?: (path: string, reason: string) => void;
  /** Called with the path of each folder in the source, "" for the source itself. */
  onFolder?: (path: string) => void;
  /**
   * Scans only these paths in a folder, at most 100, after a change (`pathsToWalk`); null or absent for
   * the whole source. Then the record of the last scan stays as it is.
   */
  only?: readonly string[] | null;
  /** Whether unchanged files are read too. */
  isRereading?: boolean;
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
  options: ScanOptions,
): Promise<ScanResult> {
  const { onProgress, onBroken, isRereading = false, ...walking } = options;
  const only = walking.only ?? null;
  const counts: ScanCounts = { added: 0, changed: 0, unchanged: 0, broken: 0, removed: 0 };
  const root = rootOf(source);
  const known = await library.knownFiles(source.number, only);
  const gone = new Set(known.keys());
  const unreadable: string[] = [];
  let problem: string | null = null;

  async function read(candidate: Candidate): Promise<ReadFile> {
    const { path, state, given, sidecars } = candidate;
    const before = known.get(path);
    if (!isRereading && before !== undefined && isSame(before, state)) {
      return { candidate, outcome: null };
    }
    try {
      return { candidate, outcome: await readPicture({ root, path }, options, given, sidecars) };
    } catch (cause) {
      if (!(cause instanceof UnusablePictureError)) throw cause;
      const isGone = source.kind === "folder" && isMissing(cause.cause);
      return { candidate, outcome: isGone ? "gone" : cause };
    }
  }

  async function save(
    { path, state, stableName }: Candidate,
    outcome: Exclude<ReadFile["outcome"], "gone">,
  ) {
    const before = known.get(path);
    if (outcome === null) return before?.isBroken ? "broken" : "unchanged";
    if (outcome instanceof UnusablePictureError) {
      await library.saveBroken(source.number, path, state, outcome.message);
      onBroken?.(path, outcome.message);
      return "broken";
    }
    const id = pictureId(source, stableName);
    await library.save(source.number, { ...outcome, ...state, path, id });
    return before === undefined || before.isBroken ? "added" : "changed";
  }

  try {
    const except = await realRootsOfOthers(library, source);
    const onUnreadable = (path: string) => unreadable.push(path);
    const candidates = Readable.from(candidatesOf(source, { except, onUnreadable, ...walking }));
    // In the order of the files, so that equal matches have the same order in every installation.
    const files = candidates.map(read, { concurrency: INSPECTED_AT_ONCE });
    for await (const { candidate, outcome } of files as AsyncIterable<ReadFile>) {
      if (outcome === "gone") continue;
      gone.delete(candidate.path);
      counts[await save(candidate, outcome)]++;
      onProgress?.(counts);
    }
    const mayBeLost = source.kind === "folder" && known.size > 0;
    if (mayBeLost && (await isEmptyFolder(source, only === null, counts))) {
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
  if (only === null) await library.recordScan(source.number, problem);
  return { counts, problem };
}

/** `outcome`: null for an unchanged file, `gone` for a file that was deleted since the walk. */
type ReadFile = {
  candidate: Candidate;
  outcome: Awaited<ReturnType<typeof readPicture>> | UnusablePictureError | "gone" | null;
};

function isMissing(cause: unknown): boolean {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}

async function isEmptyFolder(
  { location }: Source,
  isWhole: boolean,
  counts: ScanCounts,
): Promise<boolean> {
  return (isWhole && filesIn(counts) === 0) || (await readdir(location)).length === 0;
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
