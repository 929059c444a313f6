/**
 * Identifies a file's content by its size and time of modification: the revision of a library's
 * picture, in its record, its thumbnails' URLs and cache keys, and the validators of its file.
 */
export function fileRevision(sizeBytes: number, modifiedMs: number): string {
  return `${sizeBytes.toString(36)}-${Math.trunc(modifiedMs).toString(36)}`;
}
