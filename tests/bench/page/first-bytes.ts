import { gzipSync } from "node:zlib";

/** TCP's initial congestion window: the bytes sent before the first acknowledgement. */
export const INITIAL_WINDOW_BYTES = 14 * 1024;

/**
 * Returns the compressed bytes of a page up to the tag of image number `count`; null if the page has
 * fewer images.
 */
export function bytesToPictures(html: string, count: number): number | null {
  let end = 0;
  for (let i = 0; i < count; i++) {
    const start = html.indexOf("<img", end);
    if (start === -1) return null;
    end = html.indexOf(">", start) + 1;
  }
  return gzipSync(html.slice(0, end)).length;
}
