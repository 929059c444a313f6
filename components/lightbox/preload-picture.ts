import { pictureSources } from "@/components/zoom/picture-sources";
import type { ExportedImage } from "@/lib/contract/picked-image";

/** References, so that the browser finishes loading them. */
const preloaded: HTMLImageElement[] = [];
const PRELOADED_MAX = 4;

/** Loads the large picture of an image that the visitor may go to next. */
export function preloadPicture(image: ExportedImage | undefined): void {
  const sources = image && pictureSources(image);
  if (!sources) return;
  const img = new Image();
  // Sets the sizes before the sources, which the browser requests at once.
  Object.assign(img, { referrerPolicy: "no-referrer", fetchPriority: "low" });
  if (sources.sizes) img.sizes = sources.sizes;
  if (sources.srcSet) img.srcset = sources.srcSet;
  img.src = sources.src;
  preloaded.push(img);
  if (preloaded.length > PRELOADED_MAX) preloaded.shift();
}
