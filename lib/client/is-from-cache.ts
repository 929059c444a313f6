/** A response that ended longer ago than this is not the one whose picture is being shown now. */
const JUST_NOW_MS = 300;

/** Whether the picture at `address` came from this browser's memory or disk, just now. */
export function isFromCache(address: string): boolean {
  const latest = performance.getEntriesByName(address).at(-1) as
    | PerformanceResourceTiming
    | undefined;
  return (
    latest === undefined ||
    latest.transferSize === 0 ||
    performance.now() - latest.responseEnd > JUST_NOW_MS
  );
}
