import "server-only";
import { Worker } from "node:worker_threads";
import { log } from "@/lib/platform/log";
import { programPath } from "../workers/program-path";
import type { ScanMessage, ScanWorkerSettings } from "./scan-messages";
import type { ScanCounts } from "./scan-source";

export type ScanProgress = {
  isScanning: boolean;
  /** The source being scanned; null before, between and after. */
  location: string | null;
  counts: ScanCounts;
};

export type BackgroundScan = {
  progress(): ScanProgress;
  /** Resolves when the first scan has ended, well or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

const NOTHING: ScanCounts = { added: 0, changed: 0, unchanged: 0, broken: 0, removed: 0 };

/** A disk that is full or away, or a file that another program holds, may be well again by then. */
const RETRY_MS = { first: 60_000, last: 3_600_000 };

/**
 * Starts one scan of all sources in a thread of its own, and logs what it meets. A scan that fails
 * by our own fault or the database's is begun again after a minute, then less and less often.
 */
export function startBackgroundScan(
  settings: ScanWorkerSettings,
  { retryMs = RETRY_MS }: { retryMs?: { first: number; last: number } } = {},
): BackgroundScan {
  let progress: ScanProgress = { isScanning: true, location: null, counts: NOTHING };
  let worker: Worker | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  function scan(retryAfterMs: number, onEnd: () => void): void {
    let hasFailed = false;
    worker = startScan(settings, (message) => {
      const { location } = message;
      if (message.event === "progress" || message.event === "source_finished") {
        progress = { isScanning: true, location, counts: message.counts };
      } else if (message.event === "source_started") {
        progress = { isScanning: true, location, counts: NOTHING };
      } else if (message.event === "source_failed") {
        hasFailed = true;
      }
      logMessage(message);
    });
    worker.on("error", (err) => {
      hasFailed = true;
      log().error({ event: "library_scan_failed", err });
    });
    worker.on("exit", () => {
      progress = { ...progress, isScanning: false, location: null };
      onEnd();
      if (!hasFailed || isStopped) return;
      const next = Math.min(2 * retryAfterMs, retryMs.last);
      retry = setTimeout(() => scan(next, () => {}), retryAfterMs);
      retry.unref();
    });
  }

  const ended = new Promise<void>((resolve) => scan(retryMs.first, resolve));
  return {
    progress: () => progress,
    ended,
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await worker?.terminate();
    },
  };
}

function startScan(settings: ScanWorkerSettings, onMessage: (message: ScanMessage) => void) {
  const worker = new Worker(programPath("scan-worker"), {
    workerData: settings,
    name: "scan-worker",
  });
  // A scan that is cut off by the end of the process goes on at the next start.
  worker.unref();
  worker.on("message", onMessage);
  return worker;
}

function logMessage(message: ScanMessage): void {
  if (message.event === "source_failed") {
    const { location, error } = message;
    log().error({ event: "library_scan_failed", location, err: error });
  } else if (message.event === "broken_file") {
    const { location, path, reason } = message;
    log().warn({ event: "library_file_skipped", location, path, reason });
  } else if (message.event === "source_finished") {
    const { location, counts, problem } = message;
    if (problem === null) log().info({ event: "library_scanned", location, ...counts });
    else log().warn({ event: "library_scan_incomplete", location, problem, ...counts });
  }
}
