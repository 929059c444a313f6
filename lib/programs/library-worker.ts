/** The thread that searches: SQLite blocks whoever calls it, and must not block the server. */
import { parentPort, workerData } from "node:worker_threads";
import { countBrokenFiles, listBrokenFiles } from "@/lib/service/library/broken-files";
import { openDemoLibrary } from "@/lib/service/library/demo-library";
import type { LibraryCalls, LibraryWorkerSettings } from "@/lib/service/library/library-calls";
import { openLibraryDatabase } from "@/lib/service/library/library-database";
import { createLibraryReader, type LibraryReader } from "@/lib/service/library/library-reader";
import { listSources } from "@/lib/service/library/sources";
import { answerCalls } from "@/lib/service/workers/calls";

const BROKEN_FILES_SHOWN_MAX = 100;

if (parentPort === null) throw new Error("library-worker runs as a worker thread only");
const { dataDir, ownHost, hasDemo } = workerData as LibraryWorkerSettings;

const database = openLibraryDatabase(dataDir);
const library = createLibraryReader(database, "library", ownHost);
let demo: LibraryReader | undefined;

/** Asked at every call: the command may add pictures at any time. */
function isDemoInUse(): boolean {
  return hasDemo && !library.hasPictures();
}

function readerInUse(): LibraryReader {
  if (!isDemoInUse()) return library;
  demo ??= createLibraryReader(openDemoLibrary(), "demo", ownHost);
  return demo;
}

answerCalls<LibraryCalls>(parentPort, {
  find: (query) => readerInUse().find(query),
  picture: (id) => readerInUse().picture(id),
  file: (id) => readerInUse().file(id),
  label: () => ({
    kind: isDemoInUse() ? "demo" : "library",
    pictureCount: readerInUse().pictureCount(),
  }),
  report: () => ({
    sources: listSources(database),
    broken: listBrokenFiles(database, { limit: BROKEN_FILES_SHOWN_MAX }),
    brokenCount: countBrokenFiles(database),
  }),
});
