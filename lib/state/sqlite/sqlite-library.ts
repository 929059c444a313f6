import "server-only";
import type { Dictionary } from "@/lib/core/finding/dictionary";
import { createLibrary } from "../library/create-library";
import { createLibraryIndex } from "../library/find-pictures";
import type { LibraryStore } from "../library-store";
import { openMemoryDatabase } from "./library-database";
import { createLibraryFile } from "./library-file";
import { createSourcesCopy } from "./sources-copy";
import { createSqliteStore } from "./sqlite-store";

/** Without turns: concurrent scans of one file only do the same work twice. */
const scanInTurn: LibraryStore["scanInTurn"] = (work) => work();

/**
 * Creates the library in the file of `dataDir`, opened at the first call. Every call blocks its
 * thread, so use it outside the server's thread. `onFailure` is called with the cause of each failure.
 */
export function createSqliteLibrary(options: {
  dataDir: string;
  dictionary: Dictionary | null;
  onFailure: (cause: unknown) => void;
}): LibraryStore {
  const file = createLibraryFile(options);
  const index = createLibraryIndex(file.store, options.dictionary);
  return createLibrary({ ...file, index, copy: createSourcesCopy(options.dataDir), scanInTurn });
}

/** Opens an empty library that lives in memory until it is closed. */
export function openMemoryLibrary(dictionary: Dictionary | null = null): LibraryStore {
  const database = openMemoryDatabase();
  const store = createSqliteStore({ open: () => database, recover: () => {} });
  return createLibrary({
    store,
    index: createLibraryIndex(store, dictionary),
    use: (work) => work(),
    isReadOnly: () => false,
    copy: null,
    scanInTurn,
    async close() {
      database.close();
    },
  });
}
