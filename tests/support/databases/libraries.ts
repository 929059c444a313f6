import { onTestFinished } from "vitest";
import type { Dictionary } from "@/lib/core/finding/dictionary";
import type { LibraryStore } from "@/lib/state/library-store";
import { openLibrary } from "@/lib/state/open-library";
import type { StoreLocation } from "@/lib/state/state";
import { temporaryFolder } from "../files/temporary-folder";
import { temporaryPostgres, temporaryPostgresUrl } from "./postgres";

/** Every implementation of `LibraryStore`, each with a new location for an empty library. */
export const LIBRARIES: readonly { name: string; newPlace: () => Promise<StoreLocation> }[] = [
  { name: "SQLite", newPlace: async () => ({ dataDir: temporaryFolder() }) },
  { name: "PostgreSQL", newPlace: sharedPlace },
];

let databaseUrl: string | undefined;

/** A location for an empty library that instances share; each call empties the one before. */
export async function sharedPlace(): Promise<StoreLocation & { databaseUrl: string }> {
  databaseUrl ??= await temporaryPostgresUrl();
  const database = await temporaryPostgres({ url: databaseUrl });
  await database.run((sql) => sql`DROP SCHEMA IF EXISTS vitrine CASCADE`);
  return { dataDir: temporaryFolder(), databaseUrl };
}

/** Opens the library at `storeLocation` until the test ends. */
export function openedLibrary(
  storeLocation: StoreLocation,
  dictionary: Dictionary | null = null,
): LibraryStore {
  const library = openLibrary(storeLocation, dictionary);
  onTestFinished(() => library.close());
  return library;
}
