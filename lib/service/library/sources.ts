import "server-only";
import { dirname } from "node:path";
import type { SqliteDatabase } from "@/lib/platform/sqlite";
import { loadKnownFiles } from "./known-files";
import { createPictureSaver } from "./save-pictures";

/** A folder or a manifest whose pictures the library holds. */
export type Source = {
  number: number;
  /** Absolute path of the folder, or of the manifest file. */
  location: string;
  kind: "folder" | "manifest";
  /** Named by the settings of the server, added by the command, or the demo collection. */
  origin: "settings" | "command" | "built-in";
  /** When its last scan ended; null before the first. */
  scannedAtMs: number | null;
  /** Why it could not be scanned; null if it could. */
  problem: string | null;
  pictureCount: number;
};

const SELECT_SOURCES = `
  SELECT number, location, kind, origin, scanned_at_ms AS scannedAtMs, problem,
    (SELECT count(*) FROM pictures WHERE source = sources.number) AS pictureCount
  FROM sources`;

/** The folder that a source's pictures lie in. */
export function rootOf({ kind, location }: Pick<Source, "kind" | "location">): string {
  return kind === "folder" ? location : dirname(location);
}

/** All sources, in the order in which they came. */
export function listSources(database: SqliteDatabase): Source[] {
  return database.prepare(`${SELECT_SOURCES} ORDER BY number`).all() as Source[];
}

/** Adds a source; one that is there already stays as it is. */
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
 * Removes a source with its pictures from the library; the files stay. False: there is none.
 *
 * The pictures go in batches, so that others can write meanwhile; one who breaks off finds the
 * source still there, with the pictures that are left.
 */
export async function removeSource(database: SqliteDatabase, location: string): Promise<boolean> {
  const source = database.prepare("SELECT number FROM sources WHERE location = ?").get(location) as
    | { number: number }
    | undefined;
  if (source === undefined) return false;
  const paths = [...loadKnownFiles(database, source.number).keys()];
  await createPictureSaver(database).forget(source.number, paths);
  // With whatever a scan has added since.
  database.prepare("DELETE FROM sources WHERE number = ?").run(source.number);
  return true;
}

/** Makes the folders of the settings sources, and drops those that the settings no longer name. */
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

/** Notes how a scan of a source ended. */
export function noteScan(database: SqliteDatabase, source: number, problem: string | null): void {
  database
    .prepare("UPDATE sources SET scanned_at_ms = ?, problem = ? WHERE number = ?")
    .run(Date.now(), problem, source);
}
