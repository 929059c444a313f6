import "server-only";
import type { ScanCounts } from "./scan-source";

export type ScanWorkerSettings = {
  dataDir: string;
  /** Folders that the settings name; the library follows them. */
  libraryDirs: readonly string[];
};

/** What the scanning thread tells. `location` is the source's folder or manifest. */
export type ScanMessage =
  | { event: "source_started"; location: string }
  | { event: "progress"; location: string; counts: ScanCounts }
  | { event: "broken_file"; location: string; path: string; reason: string }
  | { event: "source_finished"; location: string; counts: ScanCounts; problem: string | null }
  /** What failed is ours, or the database's; `error` is for the log. */
  | { event: "source_failed"; location: string; error: string };
