/**
 * The widths in pixels that thumbnails are made in, ascending. A short list: each is one more
 * entry in every cache, and a signature over a free number would let one picture fill the disk.
 */
export const THUMBNAIL_WIDTHS_PX = [160, 240, 320, 480, 640, 960] as const;

export type ThumbnailWidthPx = (typeof THUMBNAIL_WIDTHS_PX)[number];

/** True for a number that is in the list. */
export function isThumbnailWidth(widthPx: number | undefined): widthPx is ThumbnailWidthPx {
  return (THUMBNAIL_WIDTHS_PX as readonly (number | undefined)[]).includes(widthPx);
}

/** The smallest listed width that fills `px` pixels, or the widest there is. */
export function thumbnailWidthFor(px: number): ThumbnailWidthPx {
  return THUMBNAIL_WIDTHS_PX.find((widthPx) => widthPx >= px) ?? 960;
}
