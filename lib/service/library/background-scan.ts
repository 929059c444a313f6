import "server-only";
import { Worker } from "node:worker_threads";
import { log } from "@/lib/server/log";
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
  /** Resolves when the scan has ended, well or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

const NOTHING: ScanCounts = { added: 0, changed: 0, unchanged: 0, broken: 0, removed: 0 };

/** Starts one scan of all sources in a thread of its own, and logs what it meets. */
export function startBackgroundScan(settings: ScanWorkerSettings): BackgroundScan {
  let progress: ScanProgress = { isScanning: true, location: null, counts: NOTHING };
  const worker = new Worker(programPath("scan-worker"), {
    workerData: settings,
    name: "scan-worker",
  });
  // A scan that is cut off by the end of the process goes on at the next start.
  worker.unref();
  worker.on("message", (message: ScanMessage) => {
    const { location } = message;
    if (message.event === "progress" || message.event === "source_finished") {
      progress = { isScanning: true, location, counts: message.counts };
    } else if (message.event === "source_started") {
      progress = { isScanning: true, location, counts: NOTHING };
    }
    logMessage(message);
  });
  worker.on("error", (err) => log().error({ event: "library_scan_failed", err }));
  const ended = new Promise<void>((resolve) => {
    worker.on("exit", () => {
      progress = { ...progress, isScanning: false, location: null };
      resolve();
    });
  });
  return {
    progress: () => progress,
    ended,
    async stop() {
      await worker.terminate();
    },
  };
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
