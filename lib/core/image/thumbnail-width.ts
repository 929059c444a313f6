/**
 * The widths of thumbnails in pixels, ascending. There are few, because every cache needs an entry
 * for each.
 */
export const THUMBNAIL_WIDTHS_PX = [160, 240, 320, 480, 640, 960, 1200, 1600, 2400] as const;

export type ThumbnailWidthPx = (typeof THUMBNAIL_WIDTHS_PX)[number];

/**
 * The widths of pictures in the lightbox, which look like their originals
 * (docs/decisions/0060-quality-of-lightbox-pictures.md). All other widths are for tiles.
 */
const LIGHTBOX_WIDTHS_PX: readonly number[] = [1200, 1600, 2400];

const WIDEST_TILE_PX = 960;

/** Whether a number is one of the listed widths. */
export function isThumbnailWidth(widthPx: number | undefined): widthPx is ThumbnailWidthPx {
  return (THUMBNAIL_WIDTHS_PX as readonly (number | undefined)[]).includes(widthPx);
}

/** Whether a thumbnail of this width is a picture in the lightbox. */
export function isLightboxWidth(widthPx: number): boolean {
  return LIGHTBOX_WIDTHS_PX.includes(widthPx);
}

/** The smallest width of tiles of at least `px` pixels, else the widest. */
export function tileWidthFor(px: number): ThumbnailWidthPx {
  return (
    THUMBNAIL_WIDTHS_PX.find((widthPx) => widthPx >= px && !isLightboxWidth(widthPx)) ??
    WIDEST_TILE_PX
  );
}

/** Beyond this ratio of the longer to the shorter side, a picture is a strip. */
export const STRIP_RATIO = 3;

/** The longer side of an image in the lightbox, in device pixels: for a laptop's window at 2x. */
const LIGHTBOX_SIDE_PX = 2400;

/**
 * Returns the widest picture in the lightbox for an image of this ratio (width by height), which is
 * not wider than a large window needs; null if its original is no wider than the widest tile.
 */
export function lightboxWidthFor(
  ratio: number,
  originalPx: number | null,
): ThumbnailWidthPx | null {
  // The width in which the thumbnail of a strip has as many pixels as its original (`thumbnailSize`).
  const isStrip = originalPx !== null && Math.max(ratio, 1 / ratio) > STRIP_RATIO;
  const stripPx = isStrip ? originalPx / Math.sqrt(STRIP_RATIO * ratio) : 0;
  if (originalPx !== null && Math.max(originalPx, stripPx) <= WIDEST_TILE_PX) return null;
  const fittingPx = Math.min(LIGHTBOX_SIDE_PX * Math.min(1, ratio), originalPx ?? 1600);
  const neededPx = Math.min(LIGHTBOX_SIDE_PX, Math.max(fittingPx, stripPx));
  return (
    THUMBNAIL_WIDTHS_PX.find((widthPx) => widthPx >= neededPx && isLightboxWidth(widthPx)) ?? 2400
  );
}
