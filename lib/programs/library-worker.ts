/** The thread that searches: SQLite blocks whoever calls it, and must not block the server. */
import { parentPort, workerData } from "node:worker_threads";
import { config } from "@/lib/config";
import { log } from "@/lib/platform/log";
import { countBrokenFiles, listBrokenFiles } from "@/lib/service/library/broken-files";
import type { LibraryCalls, LibraryWorkerSettings } from "@/lib/service/library/library-calls";
import { createLibraryFile, isLibraryUnreadable } from "@/lib/service/library/library-file";
import type { LibraryReader } from "@/lib/service/library/library-reader";
import { listSources } from "@/lib/service/library/sources";
import { answerCalls } from "@/lib/service/workers/calls";

const BROKEN_FILES_SHOWN_MAX = 100;

if (parentPort === null) throw new Error("library-worker runs as a worker thread only");
const { dataDir, ownHost, demoManifest } = workerData as LibraryWorkerSettings;
config(); // Sets the log level of this thread.

const library = createLibraryFile({
  dataDir,
  ownHost,
  onFailure: (err) => log().error({ event: "library_unreadable", err }),
});
let demo: Promise<LibraryReader> | undefined;
let hadPictures = false;

/** Asks the library, or the demo collection while that is in use. */
async function ask<Answer>(question: (reader: LibraryReader) => Answer): Promise<Answer> {
  const own = askLibrary(question);
  return own === null ? question(await openDemo()) : own.answer;
}

/** Opens the demo collection once; an attempt that failed is repeated. */
function openDemo(): Promise<LibraryReader> {
  demo ??= import("@/lib/service/library/demo-library")
    .then(({ openDemoLibrary }) => openDemoLibrary(demoManifest ?? "", ownHost))
    .catch((cause) => {
      demo = undefined;
      throw cause;
    });
  return demo;
}

/**
 * Null while the demo collection is in use, which each question checks: the command may add
 * pictures at any time. A file that can't be read counts as an empty library, as long as no folder
 * is configured and no picture of it was ever seen.
 */
function askLibrary<Answer>(question: (reader: LibraryReader) => Answer) {
  const hasDemo = demoManifest !== null;
  try {
    return library.use(({ reader }) => {
      hadPictures = reader.hasPictures();
      return hasDemo && !hadPictures ? null : { answer: question(reader) };
    });
  } catch (cause) {
    if (hasDemo && !hadPictures && isLibraryUnreadable(cause)) return null;
    throw cause;
  }
}

answerCalls<LibraryCalls>(parentPort, {
  find: (query) => ask((reader) => reader.find(query)),
  picture: (id) => ask((reader) => reader.picture(id)),
  file: (id) => ask((reader) => reader.file(id)),
  label: () => ask((reader) => ({ kind: reader.collection, pictureCount: reader.pictureCount() })),
  report: () =>
    library.use(({ database }) => ({
      sources: listSources(database),
      broken: listBrokenFiles(database, { limit: BROKEN_FILES_SHOWN_MAX }),
      brokenCount: countBrokenFiles(database),
    })),
  check: () =>
    library.use(({ reader }) => {
      reader.hasPictures();
      return null;
    }),
});
