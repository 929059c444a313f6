import type { Image } from "@/lib/contract/search-answer";
import { tileRatio } from "./tile-ratio";
import { tileSizes } from "./tile-width";

/** What an `<img>` of a tile is loaded from; all of it decided here. */
export type ImageSources = { src: string; srcSet?: string; sizes?: string };

/**
 * Where a tile's picture comes from: its thumbnails, the browser choosing the width; or, when
 * those failed or there are none, what the answer allows instead. Null where that is nothing.
 */
export function imageSources(
  image: Image,
  { isFallback, isLazy }: { isFallback: boolean; isLazy: boolean },
): ImageSources | null {
  const { thumbnails, fallbackUrl } = image;
  if (isFallback || thumbnails === null) return fallbackUrl === null ? null : { src: fallbackUrl };
  const { path, widthsPx } = thumbnails;
  const sizes = tileSizes(tileRatio(image).ratio);
  return {
    src: `${path}${widthsPx[Math.floor((widthsPx.length - 1) / 2)]}`,
    srcSet: widthsPx.map((widthPx) => `${path}${widthPx} ${widthPx}w`).join(", "),
    // A lazy picture is asked for after layout: the browser may then use the tile's real width.
    sizes: isLazy ? `auto, ${sizes}` : sizes,
  };
}
