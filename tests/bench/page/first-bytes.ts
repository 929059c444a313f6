import { gzipSync } from "node:zlib";

/** The first flight of a TCP connection: what comes without waiting for the visitor's answer. */
export const FIRST_FLIGHT_BYTES = 14 * 1024;

/**
 * How many of a page's packed bytes must have come until the first `count` pictures are known;
 * null if there are fewer.
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
