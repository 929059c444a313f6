import "server-only";

/** The progress of a scan so far, in files. */
export type ScanCounts = {
  added: number;
  changed: number;
  unchanged: number;
  /** Unusable files, found by this scan or an earlier one. */
  broken: number;
  removed: number;
};

/** Returns how many files a scan has found. */
export function filesIn({ added, changed, unchanged, broken }: ScanCounts): number {
  return added + changed + unchanged + broken;
}
