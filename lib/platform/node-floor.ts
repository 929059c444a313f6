import "server-only";

/** First version of each supported line without the memory fault in Brotli (CVE-2026-111497). */
const SAFE_FLOORS: readonly (readonly [major: number, minor: number, patch: number])[] = [
  [22, 23, 4],
  [24, 22, 1],
  [26, 12, 1],
];

/**
 * Returns a warning for the operator about this version of Node (`process.versions.node`), or null
 * if it is safe. An old Node is not refused, because Vitrine decompresses nothing of unknown hosts.
 */
export function nodeWarning(version: string): string | null {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  const newest = SAFE_FLOORS.at(-1)?.[0] ?? 0;
  const floor = SAFE_FLOORS.find(([floorMajor]) => floorMajor === major);
  if (floor === undefined && major > newest) return null;
  const isSafe =
    floor !== undefined && (minor > floor[1] || (minor === floor[1] && patch >= floor[2]));
  if (isSafe) return null;
  const safe = SAFE_FLOORS.map((parts) => parts.join(".")).join(", ");
  return `Node ${version} has known security holes; use ${safe} or later.`;
}
