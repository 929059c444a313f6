/** The worker thread that scans the library's sources once, after the server's start. */
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
// Each picture is read once.
sharp.cache(false);

const database = openLibraryDatabase(dataDir);
await followSettings(database, libraryDirs);
for (const source of listSources(database)) {
  const { location } = source;
  const report = (message: ScanMessage) => port.postMessage(message);
  report({ event: "source_started", location });
  try {
    const { counts, problem } = await scanSource(database, source, {
      onProgress: (counts) => report({ event: "progress", location, counts: { ...counts } }),
      onBroken: (path, reason) => report({ event: "broken_file", location, path, reason }),
    });
    report({ event: "source_finished", location, counts, problem });
  } catch (cause) {
    // The source may have been removed meanwhile. The others are still scanned.
    const error = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    report({ event: "source_failed", location, error });
  }
}
database.close();
