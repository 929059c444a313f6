/** The thread that scans the library's sources. */
import { parentPort, workerData } from "node:worker_threads";
import sharp from "sharp";
import { config } from "@/lib/config";
import { isDamaged } from "@/lib/platform/sqlite";
import {
  type ScanMessage,
  type ScanWorkerSettings,
  sourceState,
} from "@/lib/service/library/background-scan";
import {
  libraryPath,
  openLibraryDatabase,
  replaceDamagedLibrary,
} from "@/lib/service/library/library-database";
import { scanSource } from "@/lib/service/library/scan-source";
import {
  followSettings,
  listSources,
  type Source,
  syncSourcesCopy,
} from "@/lib/service/library/sources";

if (parentPort === null) throw new Error("scan-worker runs as a worker thread only");
const port = parentPort;
const { dataDir, libraryDirs, locations } = workerData as ScanWorkerSettings;
const post = (message: ScanMessage) => port.postMessage(message);
config(); // Sets the log level of this thread.

// One core at most: searches and thumbnails come first.
sharp.concurrency(1);
// Each picture is read once.
sharp.cache(false);

const database = openLibraryDatabase(dataDir);
const path = libraryPath(dataDir);
post({ event: "opened", path });
try {
  await followSettings(database, libraryDirs);
  syncSourcesCopy(database, dataDir);
  for (const source of listSources(database)) {
    if (locations === null || locations.includes(source.location)) await scan(source);
  }
} catch (cause) {
  if (!isDamaged(cause)) throw cause;
  // The server notices the replacement and scans everything again.
  replaceDamagedLibrary(path, cause).close();
}
database.close();

async function scan(source: Source): Promise<void> {
  const { location } = source;
  post({ event: "source_started", location });
  try {
    const state = await sourceState(location);
    const result = await scanSource(database, source, {
      onProgress: (counts) => post({ event: "progress", location, counts: { ...counts } }),
      onBroken: (path, reason) => post({ event: "broken_file", location, path, reason }),
    });
    post({ event: "source_finished", location, state, ...result });
  } catch (cause) {
    if (isDamaged(cause)) throw cause;
    // It may have been removed meanwhile; the other sources are still scanned.
    const error = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    post({ event: "source_failed", location, error });
  }
}
