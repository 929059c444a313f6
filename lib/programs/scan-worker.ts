/** The thread that scans the library's sources. */
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import { createInspector, scanDecoder } from "@/lib/decoding/inspector";
import { toAppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { endWhenAsked, threadSettings } from "@/lib/platform/worker-calls";
import {
  type ScanMessage,
  type ScanWorkerSettings,
  stateOf,
  ZERO_COUNTS,
} from "@/lib/service/library/background-scan";
import { filesIn } from "@/lib/service/library/scan-counts";
import { scanSource } from "@/lib/service/library/scan-source";
import { countFiles, pathsToWalk } from "@/lib/service/library/source-files";
import { rootOf } from "@/lib/service/library/sources";
import { PATHS_MAX, withoutInner } from "@/lib/service/library/watch-folders";
import type { Source } from "@/lib/state/library-store";
import { libraryGeneration, openLibrary } from "@/lib/state/open-library";

if (parentPort === null) throw new Error("scan-worker runs as a worker thread only");
const port = parentPort;
const { storeLocation, libraryDirs, excluded, hiddenPaths, wanted } =
  threadSettings<ScanWorkerSettings>();
const post = (message: ScanMessage) => port.postMessage(message);
endWhenAsked(port);

/**
 * How many of the paths that could not be read are watched. Declared above the scan: a constant below it
 * has no value until the scan has ended.
 */
const UNREAD_WATCHED_MAX = 100;

const library = openLibrary(storeLocation);
const inspector = createInspector(scanDecoder(hiddenPaths));
try {
  await library.scanInTurn(async () => {
    const { generation, sources } = await openedSources();
    post({ event: "opened", generation });
    for (const { location } of wanted ?? []) {
      const isRemoved = !sources.some((source) => source.location === location);
      if (isRemoved) post({ event: "source_removed", location });
    }
    for (const source of sources) {
      const own = wanted?.find(({ location }) => location === source.location);
      if (wanted === null || own !== undefined) await scan(source, own?.paths ?? null);
    }
  });
} finally {
  inspector.close();
  await library.close();
}

/** Returns the library's sources and its generation. Another thread may replace a damaged library meanwhile. */
async function openedSources() {
  for (;;) {
    const generation = libraryGeneration(storeLocation);
    await library.followSettings(libraryDirs);
    const sources = await library.sources();
    if (generation === libraryGeneration(storeLocation)) return { generation, sources };
  }
}

/** What to walk after changes; null for the whole source. */
async function walkedPaths(location: string, changed: readonly string[]) {
  const paths = (await Promise.all(changed.map((path) => pathsToWalk(location, path)))).flat();
  return paths.includes("") || paths.length > PATHS_MAX ? null : withoutInner(paths);
}

async function scan(source: Source, changed: readonly string[] | null): Promise<void> {
  const { number, location } = source;
  // A command may have removed it since the list was read, and SQLite gives its number to the next one.
  const listed = await library.sources();
  if (!listed.some((each) => each.number === number && each.location === location)) {
    post({ event: "source_removed", location });
    return;
  }
  post({ event: "progress", location, counts: ZERO_COUNTS });
  // Counts during the scan, which itself reports a source that cannot be read.
  if (changed === null) {
    countFiles(source, excluded).then(
      (fileCount) => post({ event: "counted", location, fileCount }),
      () => {},
    );
  }
  const logSkipped = (path: string, reason: string) =>
    log().warn({ event: "library_file_skipped", location, path, reason });
  try {
    const stateBefore = await stateOf(location);
    const only = changed && (await walkedPaths(location, changed));
    const { counts, problem, unread } = await scanSource(library, source, {
      inspect: inspector.inspect,
      parseSidecar: inspector.parseSidecar,
      onProgress: (counts) => post({ event: "progress", location, counts }),
      only,
      excluded,
      onFolder: ({ path, readAtMs }) => post({ event: "folder", location, path, readAtMs }),
      onBroken: logSkipped,
      onSidecarSkipped: logSkipped,
    });
    // The final counts, including removed files.
    post({ event: "progress", location, counts });
    log().info({ event: "library_scanned", location, ...counts });
    const isWhole = only === null;
    // Files may still be arriving in a source that was missing or empty.
    const isFilling = isWhole && (filesIn(counts) === 0 || (wanted !== null && counts.added > 0));
    const paths = unread.slice(0, UNREAD_WATCHED_MAX);
    const unfinished = await Promise.all(
      paths.map(async (path) => {
        const absolutePath = join(rootOf(source), path);
        return { path: absolutePath, state: await stateOf(absolutePath) };
      }),
    );
    const isLost = problem !== null && unread.length === 0;
    if (isFilling || isLost) unfinished.push({ path: location, state: stateBefore });
    post({ event: "source_finished", location, isWhole, problem, isLost, unfinished });
  } catch (cause) {
    // The whole library is unusable; the server repeats the scan.
    if (toAppError(cause).code === "library_unreadable") throw cause;
    // The source may have been removed meanwhile; the other sources are still scanned.
    log().error({ event: "library_scan_failed", location, err: cause });
    post({ event: "source_failed" });
  }
}
