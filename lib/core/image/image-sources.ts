import type { Image } from "@/lib/contract/search-answer";
import { isLightboxWidth } from "./thumbnail-width";
import { tileRatio } from "./tile-ratio";
import { type RowHeight, tileSizes, tileWidthRangePx } from "./tile-sizes";

/** The source attributes of a tile's `<img>`. */
export type ImageSources = { src: string; srcSet?: string; sizes?: string };

/**
 * Returns the sources of a tile's image: its thumbnails, for the browser to choose a width; or the
 * fallback URL if they failed or are missing. Null without either.
 */
export function imageSources(
  image: Image,
  { isFallback, isLazy, ...row }: { isFallback: boolean; isLazy: boolean } & RowHeight,
): ImageSources | null {
  const { thumbnails, fallbackUrl } = image;
  if (isFallback || thumbnails === null) return fallbackUrl === null ? null : { src: fallbackUrl };
  const { path } = thumbnails;
  const { ratio } = tileRatio(image);
  const { maxPx } = tileWidthRangePx(ratio, row.density);
  const widthsPx = thumbnails.widthsPx
    .filter((widthPx) => !isLightboxWidth(widthPx))
    .filter((_, i, all) => (all[i - 1] ?? 0) < maxPx);
  const sizes = tileSizes(ratio, row);
  return {
    src: `${path}${widthsPx[Math.floor((widthsPx.length - 1) / 2)]}`,
    srcSet: widthsPx.map((widthPx) => `${path}${widthPx} ${widthPx}w`).join(", "),
    // The browser requests a lazy image after layout, so it can use the tile's real width.
    sizes: isLazy ? `auto, ${sizes}` : sizes,
  };
}

/**
 * Returns whether a loaded `<img>` shows more than one pixel, which is the server's answer for a failed
 * thumbnail. With `srcset`, a thumbnail is enlarged to `sizes`, and natural sizes are measured after that.
 * Thumbnails are for 160 pixels or more, so one pixel is at most a 160th of the `<img>`; twice that leaves
 * room for `sizes`, which are estimates.
 */
export function isPicture(
  img: Pick<HTMLImageElement, "naturalWidth" | "naturalHeight" | "width">,
): boolean {
  const { naturalWidth } = img;
  return naturalWidth !== img.naturalHeight || naturalWidth > 1 + img.width / 80;
}
