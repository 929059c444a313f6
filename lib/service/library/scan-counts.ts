import "server-only";

/** What a scan has done so far, in files. */
export type ScanCounts = {
  added: number;
  changed: number;
  unchanged: number;
  /** Not usable, found now or by an earlier scan. */
  broken: number;
  removed: number;
};

/** Returns how many files a scan has found. */
export function filesIn({ added, changed, unchanged, broken }: ScanCounts): number {
  return added + changed + unchanged + broken;
}
