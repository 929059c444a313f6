/** The thread that searches: SQLite blocks whoever calls it, and must not block the server. */
import { parentPort, workerData } from "node:worker_threads";
import { config } from "@/lib/config";
import { log } from "@/lib/platform/log";
import { countBrokenFiles, listBrokenFiles } from "@/lib/service/library/broken-files";
import { openDemoLibrary } from "@/lib/service/library/demo-library";
import type { LibraryCalls, LibraryWorkerSettings } from "@/lib/service/library/library-calls";
import { createLibraryFile, isLibraryUnreadable } from "@/lib/service/library/library-file";
import { createLibraryReader, type LibraryReader } from "@/lib/service/library/library-reader";
import { listSources } from "@/lib/service/library/sources";
import { answerCalls } from "@/lib/service/workers/calls";

const BROKEN_FILES_SHOWN_MAX = 100;

if (parentPort === null) throw new Error("library-worker runs as a worker thread only");
const { dataDir, ownHost, hasDemo } = workerData as LibraryWorkerSettings;
config(); // Sets the log level of this thread.

const library = createLibraryFile({
  dataDir,
  ownHost,
  onFailure: (err) => log().error({ event: "library_unreadable", err }),
});
let demo: LibraryReader | undefined;
let hadPictures = false;

type Collection = "library" | "demo";

/** Asks the library, or the demo collection while that is in use. */
function ask<Answer>(question: (reader: LibraryReader, of: Collection) => Answer): Answer {
  const own = askLibrary(question);
  if (own !== null) return own.answer;
  demo ??= createLibraryReader(openDemoLibrary(), "demo", ownHost);
  return question(demo, "demo");
}

/**
 * Null while the demo collection is in use, which is looked at with each question: the command may
 * add pictures at any time. A file that can't be read is an empty library, as long as no folder is
 * configured and no picture of it was ever seen.
 */
function askLibrary<Answer>(question: (reader: LibraryReader, of: Collection) => Answer) {
  try {
    return library.use(({ reader }) => {
      hadPictures = reader.hasPictures();
      return hasDemo && !hadPictures ? null : { answer: question(reader, "library") };
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
  label: () => ask((reader, kind) => ({ kind, pictureCount: reader.pictureCount() })),
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
