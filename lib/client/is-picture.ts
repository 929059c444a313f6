/**
 * Whether a loaded `<img>` shows more than one pixel, which is the server's answer for a failed
 * thumbnail. Natural sizes are in CSS pixels: with `srcset`, a pixel of a thumbnail that is 240 pixels
 * wide is as wide as the `<img>` divided by 240. Twice that leaves room for `sizes`, which are estimates.
 */
export function isPicture({
  naturalWidth,
  naturalHeight,
  srcset,
  currentSrc,
  width,
}: HTMLImageElement): boolean {
  const pixelPx = srcset ? width / Number(/\d+$/.exec(currentSrc)) : 1;
  return naturalWidth !== naturalHeight || naturalWidth > 2 * pixelPx;
}
