/** The thread that looks through the library's folders once, after the server's start. */
import { parentPort, workerData } from "node:worker_threads";
import sharp from "sharp";
import { openLibraryDatabase } from "@/lib/service/library/library-database";
import type { ScanMessage, ScanWorkerSettings } from "@/lib/service/library/scan-messages";
import { scanSource } from "@/lib/service/library/scan-source";
import { followSettings, listSources } from "@/lib/service/library/sources";

if (parentPort === null) throw new Error("scan-worker runs as a worker thread only");
const port = parentPort;
const { dataDir, libraryDirs } = workerData as ScanWorkerSettings;

// One core at most: searches and thumbnails come first.
sharp.concurrency(1);
// Each picture is looked at once.
sharp.cache(false);

const database = openLibraryDatabase(dataDir);
await followSettings(database, libraryDirs);
for (const source of listSources(database)) {
  const { location } = source;
  const tell = (message: ScanMessage) => port.postMessage(message);
  tell({ event: "source_started", location });
  try {
    const { counts, problem } = await scanSource(database, source, {
      onProgress: (counts) => tell({ event: "progress", location, counts: { ...counts } }),
      onBroken: (path, reason) => tell({ event: "broken_file", location, path, reason }),
    });
    tell({ event: "source_finished", location, counts, problem });
  } catch (cause) {
    // One that was removed meanwhile, for instance; the others are scanned all the same.
    const error = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    tell({ event: "source_failed", location, error });
  }
}
database.close();
