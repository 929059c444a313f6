/** The browser's cache of thumbnails that collections have shown. */
export const THUMBNAIL_CACHE = "thumbnails";

/** About 20 KB each. */
export const CACHED_THUMBNAILS_MAX = 2_000;

/**
 * Returns the URL under which the cache has a thumbnail: one for each picture, with the width as query
 * string. Signed URLs change within days (lib/thumbnails/signature.ts).
 */
export function thumbnailCacheKey(url: string): string {
  const [picture, width] = new URL(url, location.origin).pathname.split("/").slice(-2);
  return `/cached-thumbnail/${picture}?${width}`;
}
