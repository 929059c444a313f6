import "server-only";
import type { Image, SearchAnswer, Thumbnails } from "@/lib/contract/search-answer";
import { type ThumbnailWidthPx, thumbnailWidthFor } from "@/lib/core/thumbnail-width";
import { tileRatio } from "@/lib/core/tile-ratio";
import { likelyTileWidthPx, tileWidthRangePx } from "@/lib/core/tile-width";
import type { SearchImages } from "./search-images";

/** What the gallery needs of the thumbnail service (lib/thumbnails). */
type ThumbnailSigner = {
  sign(
    source: string,
    narrowestPx: ThumbnailWidthPx,
    widestPx: ThumbnailWidthPx,
  ): Thumbnails | null;
  warm(paths: readonly string[]): void;
};

type ThumbnailOptions = {
  thumbnails: ThumbnailSigner;
  /** Whether the browser may ask a picture's own host when no thumbnail comes. */
  fallsBackToOriginals: boolean;
};

/** About what the first rows of a large screen hold. */
const WARMED_COUNT = 12;

const OWN_ORIGINAL = /^\/library\/([^/]+)\/original$/;

/**
 * Adds to every image the addresses of its thumbnails, and begins those of the first rows while
 * the answer is on its way.
 *
 * Addresses are added to what goes out, never to what is kept: they expire, and answers are kept
 * across days.
 */
export function withThumbnails(
  searchImages: SearchImages,
  { thumbnails, fallsBackToOriginals }: ThumbnailOptions,
): SearchImages {
  return async (query, options) => {
    const answer = await searchImages(query, options);
    const images = answer.images.map(
      (image): Image => ({
        ...image,
        thumbnails: thumbnailsOf(image, thumbnails),
        fallbackUrl:
          fallsBackToOriginals || OWN_ORIGINAL.test(image.imageUrl) ? image.imageUrl : null,
      }),
    );
    thumbnails.warm(images.slice(0, WARMED_COUNT).flatMap(likeliest));
    return { ...answer, images } satisfies SearchAnswer;
  };
}

/** The widths a tile may need, from a phone to a large dense screen, but none beyond the original. */
function thumbnailsOf(image: Image, { sign }: Pick<ThumbnailSigner, "sign">): Thumbnails | null {
  const own = OWN_ORIGINAL.exec(image.imageUrl)?.[1];
  const source = own === undefined ? image.imageUrl : `lib:${own}`;
  const { minPx, maxPx } = tileWidthRangePx(tileRatio(image).ratio);
  const widthFor = (px: number) => thumbnailWidthFor(Math.min(px, image.width ?? px));
  return sign(source, widthFor(minPx), widthFor(maxPx));
}

function likeliest({ thumbnails, ...image }: Image): string[] {
  if (thumbnails === null) return [];
  const { path, widthsPx } = thumbnails;
  const wantedPx = likelyTileWidthPx(tileRatio(image).ratio);
  return [`${path}${widthsPx.find((widthPx) => widthPx >= wantedPx) ?? widthsPx.at(-1)}`];
}
