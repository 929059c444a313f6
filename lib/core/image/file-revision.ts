/** The first and the last time of a date, in ms from 1970 (ECMA-262, "Time Values and Time Range"). */
const DATE_MS_MAX = 8.64e15;

/**
 * Returns a file's time of modification in whole ms. A damaged disk may state one that neither a date
 * nor the store can hold: it counts as the first or the last possible time.
 */
export function modifiedMsOf({ mtimeMs }: { mtimeMs: number }): number {
  return Math.trunc(Math.min(Math.max(mtimeMs, -DATE_MS_MAX), DATE_MS_MAX));
}

/**
 * Returns a text that changes with the file's size and its time of modification (`modifiedMsOf`). A
 * change of the content that keeps both is not noticed. The library stores this revision with a picture;
 * thumbnail URLs, cache keys and validators contain it.
 */
export function fileRevision(sizeBytes: number, modifiedMs: number): string {
  return `${sizeBytes.toString(36)}-${modifiedMs.toString(36)}`;
}
