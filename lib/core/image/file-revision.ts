/**
 * Returns a text that changes with the file's size and its time of modification. A change of the
 * content that keeps both is not noticed. The library stores this revision with a picture; thumbnail
 * URLs, cache keys and validators contain it.
 */
export function fileRevision(sizeBytes: number, modifiedMs: number): string {
  return `${sizeBytes.toString(36)}-${Math.trunc(modifiedMs).toString(36)}`;
}
