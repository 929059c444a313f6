import type { Image } from "@/lib/contract/search-answer";

/** What an `<img>` of a tile is loaded from; all of it decided here. */
export type ImageSources = { src: string; srcSet?: string; sizes?: string };

/** Where a tile's picture comes from: the original, until there are thumbnails. */
export function imageSources(image: Pick<Image, "imageUrl">): ImageSources {
  return { src: image.imageUrl };
}
