import "server-only";
import { existsSync } from "node:fs";
import type { Dictionary } from "@/lib/core/finding/dictionary";
import { warnThrottled } from "@/lib/platform/log";
import type { LibraryCheck, LibraryStore } from "./library-store";
import { checkPostgresLibrary, createPostgresLibrary } from "./postgres/postgres-library";
import { checkFile, damagedLibraryFiles, libraryPath } from "./sqlite/library-database";
import { createSqliteLibrary } from "./sqlite/sqlite-library";
import type { StoreLocation } from "./state";

export { openMemoryLibrary } from "./sqlite/sqlite-library";

/**
 * Opens the library, at its first use. Call it in a worker thread or a command, because calls may
 * block the thread. Without a dictionary, a search finds no related words.
 */
export function openLibrary(
  { dataDir, databaseUrl }: StoreLocation,
  dictionary: Dictionary | null = null,
): LibraryStore {
  const onFailure = (cause: unknown) => warnThrottled("library_unreadable", "library", cause);
  return databaseUrl
    ? createPostgresLibrary({ url: databaseUrl, dataDir, dictionary, onFailure })
    : createSqliteLibrary({ dataDir, dictionary, onFailure });
}

/**
 * Identifies the library's records as a whole. The name changes when an empty library, which a scan
 * has to fill, replaces a damaged one. Does not open the library.
 */
export function libraryGeneration({ dataDir, databaseUrl }: StoreLocation): string {
  return databaseUrl ? "PostgreSQL" : libraryPath(dataDir);
}

/** The state of the library, for an operator. */
type LibraryInspection = LibraryCheck & {
  /** Its location, for a person. */
  place: string;
  /** Paths of damaged library files that were replaced; they can be deleted. */
  damagedFiles: string[];
};

/** Checks the library; neither creates it nor writes to it. */
export async function inspectLibrary({
  dataDir,
  databaseUrl,
}: StoreLocation): Promise<LibraryInspection> {
  if (databaseUrl) {
    const checked = await checkPostgresLibrary(databaseUrl);
    return { ...checked, place: "PostgreSQL", damagedFiles: [] };
  }
  const place = libraryPath(dataDir);
  return {
    ...(existsSync(place) ? checkFile(place) : { state: "absent", sources: [] }),
    place,
    damagedFiles: damagedLibraryFiles(dataDir),
  };
}
