/**
 * The widths of thumbnails in pixels, ascending. The list is short because each width is one more
 * entry in every cache.
 */
export const THUMBNAIL_WIDTHS_PX = [160, 240, 320, 480, 640, 960] as const;

export type ThumbnailWidthPx = (typeof THUMBNAIL_WIDTHS_PX)[number];

/** Whether a number is one of the listed widths. */
export function isThumbnailWidth(widthPx: number | undefined): widthPx is ThumbnailWidthPx {
  return (THUMBNAIL_WIDTHS_PX as readonly (number | undefined)[]).includes(widthPx);
}

/** The smallest listed width of at least `px` pixels, else the widest. */
export function thumbnailWidthFor(px: number): ThumbnailWidthPx {
  return THUMBNAIL_WIDTHS_PX.find((widthPx) => widthPx >= px) ?? 960;
}
