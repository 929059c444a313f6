/** The browser's cache of thumbnails that collections have shown. */
export const KEPT_THUMBNAILS = "thumbnails";

/** About 20 KB each. */
export const KEPT_THUMBNAILS_MAX = 2_000;

/**
 * Returns the URL under which a thumbnail is kept: its picture's, with the width as query string. Signed
 * URLs change within days (lib/thumbnails/signature.ts).
 */
export function keptThumbnailUrl(url: string): string {
  const [picture, width] = new URL(url, location.origin).pathname.split("/").slice(-2);
  return `/kept/${picture}?${width}`;
}
