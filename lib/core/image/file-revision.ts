/**
 * Identifies a file's content by its size and time of modification. The library stores this revision
 * with a picture; thumbnail URLs, cache keys and validators contain it.
 */
export function fileRevision(sizeBytes: number, modifiedMs: number): string {
  return `${sizeBytes.toString(36)}-${Math.trunc(modifiedMs).toString(36)}`;
}
