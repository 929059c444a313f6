import { preload } from "react-dom";

/**
 * Has the typeface loaded with the page, so that it is there for the first words drawn. For pages
 * of words: on a page of pictures it would come before them, and its first view does without.
 */
export function preloadTypeface(): void {
  preload("/fonts/instrument-sans-latin-5.3.0.woff2", {
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous",
  });
}
