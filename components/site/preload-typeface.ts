import { preload } from "react-dom";

/**
 * Preloads the typeface on a page of text. A page of results does not preload it, because it would
 * compete with the images.
 */
export function preloadTypeface(): void {
  preload("/fonts/instrument-sans-latin-5.3.0.woff2", {
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous",
  });
}
