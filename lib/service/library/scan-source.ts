import "server-only";
import { createHash } from "node:crypto";
import { readdir, realpath } from "node:fs/promises";
import type { SqliteDatabase } from "@/lib/platform/sqlite";
import { UnusablePictureError } from "./inspect-picture";
import { type KnownFile, loadKnownFiles } from "./known-files";
import { ManifestError } from "./manifest";
import { readPicture } from "./read-picture";
import { createPictureSaver } from "./save-pictures";
import { type Candidate, candidatesOf } from "./scan-candidates";
import { listSources, noteScan, rootOf, type Source } from "./sources";

/** How far a scan has come, in files; after it, what it did. */
export type ScanCounts = {
  added: number;
  changed: number;
  unchanged: number;
  /** Not usable: looked at now, or known to be so. */
  broken: number;
  removed: number;
};

export type ScanEvents = {
  onProgress?: (counts: Readonly<ScanCounts>) => void;
  onBroken?: (path: string, reason: string) => void;
};

export type ScanResult = {
  counts: ScanCounts;
  /** Why the source as a whole could not be scanned; nothing was forgotten then. */
  problem: string | null;
};

const UNREADABLE_NAMED_MAX = 10;

type ScanOptions = ScanEvents & { read?: typeof readPicture };

/**
 * Brings the library up to a source's present state. A file whose size and time are as they were
 * is not opened; each picture can be found as soon as it has been read; what is gone is forgotten.
 *
 * A source that can't be read keeps all its pictures, and so does a folder that is empty all at
 * once, also at the scan's end: that is what a disk that is not mounted looks like.
 */
export async function scanSource(
  database: SqliteDatabase,
  source: Source,
  options: ScanOptions = {},
): Promise<ScanResult> {
  const counts: ScanCounts = { added: 0, changed: 0, unchanged: 0, broken: 0, removed: 0 };
  const known = loadKnownFiles(database, source.number);
  const gone = new Set(known.keys());
  const unreadable: string[] = [];
  let problem: string | null = null;
  try {
    const except = await realRootsOfOthers(database, source);
    const onUnreadable = (path: string) => unreadable.push(path);
    const takeIn = createIntake(database, source, options);
    for await (const candidate of candidatesOf(source, { except, onUnreadable })) {
      gone.delete(candidate.path);
      counts[await takeIn(candidate, known.get(candidate.path))]++;
      options.onProgress?.(counts);
    }
    if (source.kind === "folder" && known.size > 0 && (await isEmptyFolder(source, counts))) {
      problem =
        "it is empty, so its pictures were kept; remove it from the library if that is meant";
    } else {
      counts.removed = await forgetAll(database, source, gone, unreadable);
    }
  } catch (cause) {
    problem = problemOf(cause);
  }
  if (unreadable.length > 0) problem ??= problemOfUnreadable(unreadable);
  noteScan(database, source.number, problem);
  return { counts, problem };
}

/** Whether nothing was found in a folder, or nothing is in it any more: a disk may leave any time. */
async function isEmptyFolder({ location }: Source, counts: ScanCounts): Promise<boolean> {
  const { added, changed, unchanged, broken } = counts;
  return added + changed + unchanged + broken === 0 || (await readdir(location)).length === 0;
}

type Outcome = "added" | "changed" | "unchanged" | "broken";

function createIntake(database: SqliteDatabase, source: Source, options: ScanOptions) {
  const saver = createPictureSaver(database);
  const read = options.read ?? readPicture;
  const root = rootOf(source);
  return async (candidate: Candidate, known: KnownFile | undefined): Promise<Outcome> => {
    const { path, state, given } = candidate;
    if (known !== undefined && isSame(known, candidate)) {
      return known.isBroken ? "broken" : "unchanged";
    }
    try {
      if (candidate.problem !== null) throw new UnusablePictureError(candidate.problem);
      const picture = await read({ root, path }, given);
      const id = pictureId(source, candidate.lastingName);
      saver.save(source.number, { ...picture, ...state, path, id });
      return known === undefined || known.isBroken ? "added" : "changed";
    } catch (cause) {
      if (!(cause instanceof UnusablePictureError)) throw cause;
      saver.saveBroken(source.number, path, state, cause.message);
      options.onBroken?.(path, cause.message);
      return "broken";
    }
  };
}

function isSame(known: KnownFile, { state }: Candidate): boolean {
  return (
    known.fileBytes === state.fileBytes &&
    known.modifiedMs === state.modifiedMs &&
    known.entry === state.entry
  );
}

/**
 * Lasting as long as the source and the file's place in it. A picture of the demo collection has the
 * same id in every installation.
 */
function pictureId({ origin, location }: Source, lastingName: string): string {
  const place = origin === "built-in" ? "demo" : location;
  return createHash("sha256").update(`${place}\0${lastingName}`).digest("hex").slice(0, 24);
}

async function forgetAll(
  database: SqliteDatabase,
  source: Source,
  gone: ReadonlySet<string>,
  unreadable: readonly string[],
): Promise<number> {
  const paths = [...gone].filter(
    (path) => !unreadable.some((other) => path === other || path.startsWith(`${other}/`)),
  );
  await createPictureSaver(database).forget(source.number, paths);
  return paths.length;
}

/** A folder inside another source's folder belongs to itself alone. */
async function realRootsOfOthers(
  database: SqliteDatabase,
  source: Source,
): Promise<ReadonlySet<string>> {
  const others = listSources(database).filter(
    ({ kind, number }) => kind === "folder" && number !== source.number,
  );
  const roots = await Promise.all(others.map(({ location }) => realpath(location).catch(() => "")));
  return new Set(roots);
}

/** Names a few: a disk that fails may be full of them. */
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
