import "server-only";
import { stat } from "node:fs/promises";
import { relative, sep } from "node:path";
import type { Worker } from "node:worker_threads";
import { createCooldown } from "@/lib/platform/cooldown";
import { log } from "@/lib/platform/log";
import { endThread, startThread } from "@/lib/platform/worker-calls";
import { libraryGeneration } from "@/lib/state/open-library";
import type { StoreLocation } from "@/lib/state/state";
import type { ExcludedNames } from "./left-out-folders";
import type { ScanCounts } from "./scan-counts";
import { createFolderWatch, PATHS_MAX } from "./watch-folders";

export type ScanWorkerSettings = {
  storeLocation: StoreLocation;
  /** Folders that the settings name. */
  libraryDirs: readonly string[];
  /** Names of files and folders whose pictures are not shown. */
  excluded?: ExcludedNames | undefined;
  /** Paths that decoders must not see. */
  hiddenPaths: readonly string[];
  /** What to scan; null for all sources. */
  wanted: readonly WantedScan[] | null;
};

/** `paths`: what changed in the source; null for the whole source. */
export type WantedScan = { location: string; paths: readonly string[] | null };

/** What the scanning thread reports. `location` is the source's folder or manifest. */
export type ScanMessage =
  /** See `libraryGeneration`. */
  | { event: "opened"; generation: string }
  | { event: "progress"; location: string; counts: ScanCounts }
  /** A folder was read; `path` is relative to the source, "" for the source itself. */
  | { event: "folder"; location: string; path: string; readAtMs: number }
  /** The number of files in a source, sent while the source is scanned. */
  | { event: "counted"; location: string; fileCount: number }
  | ({ event: "source_finished" } & FinishedScan)
  /** A source that was to be scanned is no longer in the library. */
  | { event: "source_removed"; location: string }
  /** The library could not be written. */
  | { event: "source_failed" };

export type FinishedScan = {
  location: string;
  /** Whether the whole source was scanned. */
  isWhole: boolean;
  problem: string | null;
  /** Whether the source as a whole had the problem, as one that is missing or empty. */
  isLost: boolean;
  /** Absolute paths to watch, because they could not be read or still get files, and the state of each. */
  unfinished: readonly { path: string; state: string }[];
};

/** What is known of a source since its last scans. */
type ScannedSource = {
  problem: string | null;
  /** See `FinishedScan`. */
  isLost: boolean;
  /** The state of each unfinished path (`FinishedScan`). */
  unfinished: Map<string, string>;
};

export type ScanProgress = {
  isScanning: boolean;
  /** The source being scanned; null before, between and after. */
  location: string | null;
  counts: ScanCounts;
  /** How many files the source has; null until they are counted. */
  fileCount: number | null;
  /** When the source's scan began; null before, between and after. */
  startedAtMs: number | null;
};

export const ZERO_COUNTS: ScanCounts = {
  added: 0,
  changed: 0,
  unchanged: 0,
  broken: 0,
  removed: 0,
};

const IDLE = {
  location: null,
  counts: ZERO_COUNTS,
  fileCount: null,
  startedAtMs: null,
} as const satisfies Partial<ScanProgress>;

/** Interval of the check for missing sources and a replaced library. */
const WATCH_MS = 5_000;

/** Pauses after a scan that could not write the library: a full disk may get space back. */
const COOLDOWN = { firstMs: 60_000, lastMs: 3_600_000 };

type BackgroundScanSettings = Omit<ScanWorkerSettings, "wanted"> & {
  /** Lists the library's sources: a command may add one. */
  locations?: () => Promise<readonly string[]>;
};

/**
 * Scans all sources in a thread. Then scans what changes in a folder, a missing or empty source when it
 * changes, a source that is added, all sources when the library was replaced (see `libraryGeneration`),
 * and all sources, after growing pauses, when a scan failed.
 */
export function startBackgroundScan(
  { locations, ...settings }: BackgroundScanSettings,
  { watchMs = WATCH_MS, cooldown: policy = COOLDOWN } = {},
) {
  let progress: ScanProgress = { ...IDLE, isScanning: false };
  let worker: Worker | undefined;
  let scannedGeneration = "";
  /** Whether a scan has not yet reported which generation it opened: it may itself replace a damaged library. */
  let isOpening = false;
  const cooldown = createCooldown(policy);
  let hasFailed = false;
  /** The sources that this process has scanned, and so watches, by location. */
  const scanned = new Map<string, ScannedSource>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** What to scan after the current scan; null for all sources. */
  let requested: readonly WantedScan[] | null = [];
  const folders = createFolderWatch((location, paths) => {
    // A change in a source that was missing or empty may show which of its pictures were deleted.
    request([{ location, paths: scanned.get(location)?.isLost ? null : paths }]);
  });

  /** Scans now, or after the current scan. */
  function request(wanted: readonly WantedScan[] | null): void {
    requested = wanted === null || requested === null ? null : merged(requested, wanted);
    startNext();
  }

  function startNext(): void {
    if (isStopped || progress.isScanning) return;
    // After a failure all sources are scanned, once the pause is over.
    if (hasFailed ? cooldown.remainingMs() > 0 : requested?.length === 0) return;
    const next = hasFailed ? null : requested;
    requested = [];
    scan(next);
  }

  async function scan(wanted: readonly WantedScan[] | null): Promise<void> {
    progress = { ...IDLE, isScanning: true };
    const isFailed = await scanInThread(wanted).catch((err: unknown) => {
      log().error({ event: "library_scan_failed", err });
      return true;
    });
    worker = undefined;
    progress = { ...IDLE, counts: progress.counts, isScanning: false };
    if (isFailed) cooldown.fail(null);
    else cooldown.reset();
    hasFailed = isFailed;
    startNext();
  }

  /** Returns whether the scan failed. Rejects if no thread starts. */
  async function scanInThread(wanted: readonly WantedScan[] | null): Promise<boolean> {
    scannedGeneration = libraryGeneration(settings.storeLocation);
    let isFailed = false;
    const threadSettings: ScanWorkerSettings = { ...settings, wanted };
    const started = startThread("scan-worker", threadSettings);
    isOpening = true;
    // A scan does not keep the process alive; the next start continues it.
    started.unref();
    worker = started;
    started.on("message", (message: ScanMessage) => {
      switch (message.event) {
        case "opened":
          scannedGeneration = message.generation;
          isOpening = false;
          break;
        case "progress": {
          const { location, counts } = message;
          if (!scanned.has(location)) {
            scanned.set(location, { problem: null, isLost: false, unfinished: new Map() });
          }
          const begun =
            progress.location === location ? progress : { ...IDLE, startedAtMs: Date.now() };
          progress = { ...begun, isScanning: true, location, counts };
          break;
        }
        case "folder":
          folders.add(message.location, message.path, message.readAtMs);
          break;
        case "counted":
          if (progress.location === message.location) {
            progress = { ...progress, fileCount: message.fileCount };
          }
          break;
        case "source_finished":
          noteScanned(message);
          break;
        case "source_removed":
          noteRemoved(message.location);
          break;
        case "source_failed":
          isFailed = true;
      }
    });
    started.on("error", (err) => {
      isFailed = true;
      log().error({ event: "library_scan_failed", err });
    });
    await new Promise<void>((resolve) => started.on("exit", () => resolve()));
    isOpening = false;
    return isFailed;
  }

  /** Logs a problem once, however many scans meet it. */
  function noteScanned({ location, isWhole, problem, isLost, unfinished }: FinishedScan): void {
    const source = scanned.get(location);
    if (source === undefined) return;
    if (problem !== null && problem !== source.problem) {
      log().warn({ event: "library_source_incomplete", location, problem });
    }
    if (isWhole || problem !== null) source.problem = problem;
    if (isWhole) source.unfinished.clear();
    for (const { path, state } of unfinished) source.unfinished.set(path, state);
    source.isLost = isLost || (source.isLost && !isWhole);
    // What changed meanwhile was requested by its path.
    const isRequested = requested?.some((each) => each.location === location);
    if (isLost && isRequested) request([{ location, paths: null }]);
    if (isWhole && problem === null) requestOuter(location);
  }

  /** Scans the folder of a source in the sources that contain it: only one of them has its pictures. */
  function requestOuter(location: string): void {
    const outer = [...scanned.keys()].filter((each) => location.startsWith(each + sep));
    const wanted = outer.map((each) => ({ location: each, paths: [relative(each, location)] }));
    if (wanted.length > 0) request(wanted);
  }

  function noteRemoved(location: string): void {
    folders.remove(location);
    scanned.delete(location);
    requestOuter(location);
  }

  async function scanIfNeeded(): Promise<void> {
    if (!isOpening && libraryGeneration(settings.storeLocation) !== scannedGeneration) {
      cooldown.reset();
      request(null);
      // A scan of the replaced library ends. A scan that has just begun is of the new library.
      if (worker !== undefined && requested === null) await endThread(worker);
      return;
    }
    startNext();
    if (progress.isScanning) return;
    const listed = (await locations?.().catch(() => null)) ?? null;
    if (listed !== null) {
      for (const location of scanned.keys()) if (!listed.includes(location)) noteRemoved(location);
    }
    const changed: WantedScan[] = (listed ?? [])
      .filter((location) => !scanned.has(location))
      .map((location) => ({ location, paths: null }));
    for (const [location, { unfinished }] of scanned) {
      for (const [path, state] of unfinished) {
        if ((await stateOf(path)) === state) continue;
        changed.push({ location, paths: null });
        break;
      }
    }
    request(changed);
  }

  function watch(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      scanIfNeeded()
        .catch((err) => log().error({ event: "library_scan_failed", err }))
        .finally(watch);
    }, watchMs);
    timer.unref();
  }

  const ended = scan(null);
  watch();
  return {
    progress: (): ScanProgress => progress,
    /** Rescans one source, or all (null): now, or after the current scan. */
    rescan(location: string | null): void {
      // The operator has probably mended what failed.
      cooldown.reset();
      request(location === null ? null : [{ location, paths: null }]);
    },
    /** Resolves when the first scan has ended, even if it failed. */
    ended,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      folders.close();
      if (worker !== undefined) await endThread(worker);
    },
  };
}

/** One scan of each source. */
function merged(one: readonly WantedScan[], other: readonly WantedScan[]): WantedScan[] {
  const byLocation = new Map<string, WantedScan>();
  for (const { location, paths } of [...one, ...other]) {
    const before = byLocation.get(location)?.paths ?? (byLocation.has(location) ? null : []);
    const all = before === null || paths === null ? null : [...new Set([...before, ...paths])];
    byLocation.set(location, {
      location,
      paths: all !== null && all.length > PATHS_MAX ? null : all,
    });
  }
  return [...byLocation.values()];
}

/** Returns a text that changes when a path appears, is mounted or replaced, or gets readable. */
export async function stateOf(path: string): Promise<string> {
  return stat(path).then(
    ({ dev, ino, ctimeMs }) => `${dev}-${ino}-${ctimeMs}`,
    () => "missing",
  );
}
