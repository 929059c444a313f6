import "server-only";
import { AppError } from "@/lib/platform/errors";
import { openMemoryLibrary } from "./library-database";
import { createLibraryReader, type LibraryReader } from "./library-reader";
import { scanSource } from "./scan-source";
import { addSource } from "./sources";

/**
 * Imports the manifest of the demo collection into a library in memory: it needs no data folder, and
 * the library's file has the user's pictures only (docs/decisions/0023-the-demo-is-a-manifest.md).
 *
 * @throws AppError `library_unreadable` if the manifest cannot be used.
 */
export async function openDemoLibrary(manifest: string, ownHost: string): Promise<LibraryReader> {
  const database = openMemoryLibrary();
  const source = addSource(database, { location: manifest, kind: "manifest", origin: "built-in" });
  const { problem } = await scanSource(database, source);
  if (problem === null) return createLibraryReader(database, "demo", ownHost);
  database.close();
  throw new AppError("library_unreadable", `the demo collection can't be used: ${problem}`);
}
