import "server-only";
import { createHash } from "node:crypto";
import { readdir, realpath } from "node:fs/promises";
import type { SqliteDatabase } from "@/lib/platform/sqlite";
import { UnusablePictureError } from "./inspect-picture";
import { ManifestError } from "./manifest";
import { createPictureWriter, type KnownFile, loadKnownFiles } from "./picture-writer";
import { readPicture } from "./read-picture";
import { type Candidate, candidatesOf } from "./source-files";
import { listSources, recordScan, rootOf, type Source } from "./sources";

/** What a scan has done so far, in files. */
export type ScanCounts = {
  added: number;
  changed: number;
  unchanged: number;
  /** Not usable, found now or by an earlier scan. */
  broken: number;
  removed: number;
};

export type ScanEvents = {
  onProgress?: (counts: Readonly<ScanCounts>) => void;
  onBroken?: (path: string, reason: string) => void;
};

export type ScanResult = {
  counts: ScanCounts;
  /** Why the scan is incomplete; null if it is complete. */
  problem: string | null;
};

const UNREADABLE_NAMED_MAX = 10;

type ScanOptions = ScanEvents & { read?: typeof readPicture };

/**
 * Updates the library to a source's present state. A file of unchanged size and time is not opened.
 * A picture can be found as soon as it has been read; deleted files are removed at the end.
 *
 * A source that cannot be read keeps its pictures. So does a folder that had some and is empty now,
 * before or after the walk: it may be the mount point of a disk that is not mounted.
 *
 * @throws the error of SQLite if the library cannot be written.
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
    const importFile = createImporter(database, source, options);
    for await (const candidate of candidatesOf(source, { except, onUnreadable })) {
      gone.delete(candidate.path);
      counts[await importFile(candidate, known.get(candidate.path))]++;
      options.onProgress?.(counts);
    }
    if (source.kind === "folder" && known.size > 0 && (await isEmptyFolder(source, counts))) {
      problem =
        "it is empty, so its pictures were kept; remove it from the library if that is meant";
    } else {
      counts.removed = await removeAll(database, source, gone, unreadable);
    }
  } catch (cause) {
    problem = problemOf(cause);
  }
  if (unreadable.length > 0) problem ??= problemOfUnreadable(unreadable);
  recordScan(database, source.number, problem);
  return { counts, problem };
}

async function isEmptyFolder({ location }: Source, counts: ScanCounts): Promise<boolean> {
  const { added, changed, unchanged, broken } = counts;
  return added + changed + unchanged + broken === 0 || (await readdir(location)).length === 0;
}

type Outcome = "added" | "changed" | "unchanged" | "broken";

function createImporter(database: SqliteDatabase, source: Source, options: ScanOptions) {
  const writer = createPictureWriter(database);
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
      const id = pictureId(source, candidate.stableName);
      writer.save(source.number, { ...picture, ...state, path, id });
      return known === undefined || known.isBroken ? "added" : "changed";
    } catch (cause) {
      if (!(cause instanceof UnusablePictureError)) throw cause;
      writer.saveBroken(source.number, path, state, cause.message);
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
 * Stable while the source and the file's path in it are. A picture of the demo collection has the same
 * id in every installation.
 */
function pictureId({ origin, location }: Source, stableName: string): string {
  const place = origin === "built-in" ? "demo" : location;
  return createHash("sha256").update(`${place}\0${stableName}`).digest("hex").slice(0, 24);
}

async function removeAll(
  database: SqliteDatabase,
  source: Source,
  gone: ReadonlySet<string>,
  unreadable: readonly string[],
): Promise<number> {
  const paths = [...gone].filter(
    (path) => !unreadable.some((other) => path === other || path.startsWith(`${other}/`)),
  );
  await createPictureWriter(database).remove(source.number, paths);
  return paths.length;
}

/** A source inside another source's folder is scanned once, as a source of its own. */
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
