import { onTestFinished } from "vitest";
import type { LibraryPlace, LibraryStore } from "@/lib/state/library-store";
import { openLibrary } from "@/lib/state/open-library";
import { temporaryFolder } from "./temporary-folder";

/** Every implementation of `LibraryStore`, each with a new place for an empty library. */
export const LIBRARIES: readonly { name: string; newPlace: () => Promise<LibraryPlace> }[] = [
  { name: "SQLite", newPlace: async () => ({ dataDir: temporaryFolder() }) },
];

/** Opens the library at `place` until the test ends. */
export function openedLibrary(place: LibraryPlace): LibraryStore {
  const library = openLibrary(place);
  onTestFinished(() => library.close());
  return library;
}
