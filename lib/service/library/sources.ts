import "server-only";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { SqliteDatabase } from "@/lib/state/sqlite/database";
import { readManifest } from "./manifest";
import { createPictureWriter, loadKnownFiles } from "./picture-writer";

/** A folder or a manifest whose pictures the library has. */
export type Source = {
  number: number;
  /** Absolute path of the folder, or of the manifest file. */
  location: string;
  kind: "folder" | "manifest";
  /** Named by the settings of the server, added by the command, or the demo collection. */
  origin: "settings" | "command" | "built-in";
  /** When its last scan ended; null before the first. */
  scannedAtMs: number | null;
  /** Why its last scan was incomplete; null if it was complete. */
  problem: string | null;
  pictureCount: number;
};

const SELECT_SOURCES = `
  SELECT number, location, kind, origin, scanned_at_ms AS scannedAtMs, problem,
    (SELECT count(*) FROM pictures WHERE source = sources.number) AS pictureCount
  FROM sources`;

/** Returns the folder that a source's pictures lie in. */
export function rootOf({ kind, location }: Pick<Source, "kind" | "location">): string {
  return kind === "folder" ? location : dirname(location);
}

/** Lists all sources, in the order in which they were added. */
export function listSources(database: SqliteDatabase): Source[] {
  return database.prepare(`${SELECT_SOURCES} ORDER BY number`).all() as Source[];
}

/** Adds a source and returns it; an existing one stays as it is. */
export function addSource(
  database: SqliteDatabase,
  { location, kind, origin }: Pick<Source, "location" | "kind" | "origin">,
): Source {
  database
    .prepare(
      "INSERT INTO sources (location, kind, origin) VALUES (?, ?, ?) ON CONFLICT (location) DO NOTHING",
    )
    .run(location, kind, origin);
  return database.prepare(`${SELECT_SOURCES} WHERE location = ?`).get(location) as Source;
}

/**
 * Removes a source with its pictures from the library; the files stay. Returns false if there is no
 * such source. An interrupted removal leaves the source with the remaining pictures.
 */
export async function removeSource(database: SqliteDatabase, location: string): Promise<boolean> {
  const source = listSources(database).find((each) => each.location === location);
  if (source === undefined) return false;
  const paths = [...loadKnownFiles(database, source.number).keys()];
  await createPictureWriter(database).remove(source.number, paths);
  // Includes pictures that a scan has added since.
  database.prepare("DELETE FROM sources WHERE number = ?").run(source.number);
  return true;
}

/** Adds the folders that the settings name, and removes those that they no longer name. */
export async function followSettings(
  database: SqliteDatabase,
  folders: readonly string[],
): Promise<void> {
  for (const { location, origin } of listSources(database)) {
    if (origin === "settings" && !folders.includes(location)) {
      await removeSource(database, location);
    }
  }
  for (const location of folders) {
    addSource(database, { location, kind: "folder", origin: "settings" });
  }
}

/** Records how a scan of a source ended. */
export function recordScan(database: SqliteDatabase, source: number, problem: string | null): void {
  database
    .prepare("UPDATE sources SET scanned_at_ms = ?, problem = ? WHERE number = ?")
    .run(Date.now(), problem, source);
}

/**
 * Finds what a path names: a folder, or a manifest, which is validated. Returns null if nothing is
 * there.
 *
 * @throws ManifestError if it is a file that is not a manifest.
 */
export async function locateSource(path: string): Promise<SourcePlace | null> {
  const location = resolve(path);
  const found = await stat(location).catch(() => null);
  if (found === null) return null;
  if (found.isDirectory()) return { location, kind: "folder" };
  await readManifest(location);
  return { location, kind: "manifest" };
}

type SourcePlace = Pick<Source, "location" | "kind">;

const SOURCES_COPY = z.object({
  sources: z.array(z.object({ location: z.string(), kind: z.enum(["folder", "manifest"]) })),
});

/**
 * Synchronises the sources added by command with their copy in `library-sources.json`, from which a
 * rebuilt library gets them back.
 *
 * @throws the file system's error if the copy cannot be written.
 */
export function syncSourcesCopy(database: SqliteDatabase, dataDir: string): void {
  const copied = readSourcesCopy(dataDir);
  for (const place of copied) addSource(database, { ...place, origin: "command" });
  const sources = listSources(database)
    .filter(({ origin }) => origin === "command")
    .map(({ location, kind }) => ({ location, kind }));
  if (sources.length !== copied.length) writeSourcesCopy(dataDir, sources);
}

/** Removes a source that was added by command; like `removeSource`, but from the copy too. */
export async function removeCommandSource(
  database: SqliteDatabase,
  dataDir: string,
  location: string,
): Promise<boolean> {
  const isOther = (place: SourcePlace) => place.location !== location;
  const removeFromCopy = () => writeSourcesCopy(dataDir, readSourcesCopy(dataDir).filter(isOther));
  // Before the database, so that an interruption does not restore the source; and after it, in case
  // the server wrote the copy in between.
  removeFromCopy();
  const isRemoved = await removeSource(database, location);
  removeFromCopy();
  return isRemoved;
}

/** Returns the copied sources; none if there is no copy, or if it is damaged. */
function readSourcesCopy(dataDir: string): SourcePlace[] {
  try {
    return SOURCES_COPY.parse(JSON.parse(readFileSync(copyPath(dataDir), "utf8"))).sources;
  } catch {
    return [];
  }
}

function writeSourcesCopy(dataDir: string, sources: readonly SourcePlace[]): void {
  const draft = `${copyPath(dataDir)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ sources }, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, copyPath(dataDir));
}

function copyPath(dataDir: string): string {
  return join(dataDir, "library-sources.json");
}
