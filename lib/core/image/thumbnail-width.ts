/**
 * The widths of thumbnails in pixels, ascending. There are few, because every cache needs an entry
 * for each.
 */
export const THUMBNAIL_WIDTHS_PX = [160, 240, 320, 480, 640, 960, 1600] as const;

export type ThumbnailWidthPx = (typeof THUMBNAIL_WIDTHS_PX)[number];

/** Whether a number is one of the listed widths. */
export function isThumbnailWidth(widthPx: number | undefined): widthPx is ThumbnailWidthPx {
  return (THUMBNAIL_WIDTHS_PX as readonly (number | undefined)[]).includes(widthPx);
}

/** The smallest listed width of at least `px` pixels, else the widest. */
export function thumbnailWidthFor(px: number): ThumbnailWidthPx {
  return THUMBNAIL_WIDTHS_PX.find((widthPx) => widthPx >= px) ?? 1600;
}

/** The longer side of an image in the lightbox: fits a large screen at 1x, or a laptop at 2x. */
const LIGHTBOX_SIDE_PX = 1600;

/**
 * Returns the widest listed width at which an image of this ratio (width by height) is not larger
 * than the lightbox needs.
 */
export function lightboxWidthPx(ratio: number): ThumbnailWidthPx {
  const widestPx = LIGHTBOX_SIDE_PX * Math.min(1, ratio);
  return THUMBNAIL_WIDTHS_PX.findLast((widthPx) => widthPx <= widestPx) ?? 160;
}
