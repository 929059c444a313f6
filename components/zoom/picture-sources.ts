import type { Image } from "@/lib/contract/search-answer";
import { ownOriginalId } from "@/lib/core/image/own-original";
import { isLightboxWidth } from "@/lib/core/image/thumbnail-width";
import { tileRatio } from "@/lib/core/image/tile-ratio";

/** The source attributes of an `<img>`. */
export type PictureSources = { src: string; srcSet?: string; sizes?: string };

/**
 * Returns the sources of the large picture: the browser chooses a thumbnail width by the size of the
 * stage (components/lightbox/lightbox.module.css). Returns null without a thumbnail or a URL that the
 * browser may load.
 *
 * @param isWidest chooses the widest thumbnail, for a picture that is zoomed in
 */
export function pictureSources(image: Image, isWidest = false): PictureSources | null {
  const { thumbnails, fallbackUrl } = image;
  if (thumbnails === null) return fallbackUrl === null ? null : { src: fallbackUrl };
  const { path } = thumbnails;
  // A small original has none, and its tiles are as wide as it is.
  const lightboxPx = thumbnails.widthsPx.filter(isLightboxWidth);
  const widthsPx = lightboxPx.length > 0 ? lightboxPx : thumbnails.widthsPx;
  const { ratio } = tileRatio(image);
  const src = `${path}${widthsPx.at(-1)}`;
  if (isWidest) return { src };
  const byHeight = `${Math.round(ratio * 100)}vh - ${Math.round(ratio * 140)}px`;
  return {
    src,
    srcSet: widthsPx.map((widthPx) => `${path}${widthPx} ${widthPx}w`).join(", "),
    sizes: `(min-width: 64rem) min(100vw - 32rem, ${byHeight}), 100vw`,
  };
}

/** Returns the image with its original's URL alone, for a browser that requests pictures from their hosts. */
export function fromItsHost<I extends Image>(image: I): I {
  const { imageUrl, thumbnails } = image;
  // Without thumbnails, this server refused the URL: it may lead into the visitor's own network.
  if (thumbnails === null || ownOriginalId(imageUrl) !== null) return image;
  return { ...image, thumbnails: null, fallbackUrl: imageUrl };
}

/** Returns the URL of the narrowest thumbnail, or of its fallback. */
export function smallSource({ thumbnails, fallbackUrl }: Image): string | null {
  return thumbnails === null ? fallbackUrl : `${thumbnails.path}${thumbnails.widthsPx[0]}`;
}
