import "server-only";
import type { Image, SearchAnswer, Thumbnails } from "@/lib/contract/search-answer";
import type { ShelfPicture } from "@/lib/contract/shelf";
import { ownOriginalId } from "@/lib/core/image/own-original";
import {
  isLightboxWidth,
  lightboxWidthFor,
  type ThumbnailWidthPx,
  tileWidthFor,
} from "@/lib/core/image/thumbnail-width";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import { likelyTileWidthPx, tileWidthRangePx } from "@/lib/core/image/tile-width";
import { describeSpan, traced } from "@/lib/platform/tracing";
import type { FoundImage } from "./found-images";
import { type ProofFields, provenFields } from "./proof-signer";
import type { SearchImages } from "./search-images";

/** The part of the thumbnail pipeline (lib/thumbnails) that the gallery uses. */
export type ThumbnailSigner = {
  sign(
    source: string,
    narrowestPx: ThumbnailWidthPx,
    widestPx: ThumbnailWidthPx,
    /** A text without which the path proves nothing (`createImageProofs`). */
    boundTo?: string | null,
  ): Thumbnails | null;
  /** The last UTC day on which URLs signed now are valid, in days since 1970-01-01. */
  expiryDay(): number;
};

export type WarmableThumbnails = ThumbnailSigner & {
  warm(paths: readonly string[], options: { visitor: string; signal: AbortSignal }): void;
};

/** About as many as the first rows of a large screen. */
const WARMED_COUNT = 12;

/**
 * Adds signed thumbnail URLs to every image, and starts the thumbnails of the first rows while the
 * answer is being sent. Cached answers contain no such URLs, because they expire.
 *
 * Signing takes about as long as everything else for a cached answer. So the images of each array are
 * signed once per expiry day: answers with the same array share one signed array, and the same answer
 * returns the same signed answer.
 */
export function withThumbnails(
  searchImages: SearchImages,
  {
    thumbnails,
    fallsBackToOriginals,
  }: {
    thumbnails: WarmableThumbnails;
    /** Whether the browser may request the original when the thumbnail fails. */
    fallsBackToOriginals: boolean;
  },
): SearchImages {
  type Signed = {
    expiryDay: number;
    images: Image[];
    unsigned: SearchAnswer;
    answer: SearchAnswer;
  };
  const signed = new WeakMap<readonly FoundImage[], Signed>();
  const sign = (found: FoundImage) => signImage(found, { thumbnails, fallsBackToOriginals });

  return async (query, options) => {
    const answer = await traced("search", { "vitrine.search.count": query.count }, () =>
      searchImages(query, options),
    );
    describeSpan({
      "vitrine.answer.from": answer.from,
      "vitrine.answer.images": answer.images.length,
      ...(answer.staleReason !== null && { "vitrine.answer.stale_reason": answer.staleReason }),
    });
    const expiryDay = thumbnails.expiryDay();
    const known = signed.get(answer.images);
    const isSigned = known?.expiryDay === expiryDay;
    if (isSigned && known.unsigned === answer) return known.answer;
    const images = isSigned ? known.images : answer.images.map(sign);
    const made = { expiryDay, images, unsigned: answer, answer: { ...answer, images } };
    signed.set(answer.images, made);
    if (!isSigned) {
      const { signal, visitor = "unknown" } = options;
      thumbnails.warm(images.slice(0, WARMED_COUNT).flatMap(likeliestPath), { visitor, signal });
    }
    return made.answer;
  };
}

/** Adds the signed thumbnails that a tile and the lightbox need. */
export function signImage(
  found: FoundImage,
  options: { thumbnails: ThumbnailSigner; fallsBackToOriginals: boolean },
): Image {
  const { revision, ...image } = found;
  const mayFallBack = options.fallsBackToOriginals || ownOriginalId(image.imageUrl) !== null;
  return {
    ...image,
    thumbnails: thumbnailsOf(found, options.thumbnails),
    fallbackUrl: mayFallBack ? image.imageUrl : null,
  };
}

/** A shelf draws pictures about 80 px wide, on wide pages 150 px, on screens of 1x and 2x. */
const SHELF_WIDTHS_PX = [160, 320] as const;

/** Returns the picture with the signed thumbnails that a shelf needs. */
export function toShelfPicture(found: FoundImage, { sign }: ThumbnailSigner): ShelfPicture {
  const { id, width, height, accentColor } = found;
  const thumbnails = sign(sourceOf(found), ...SHELF_WIDTHS_PX);
  return { id, width, height, accentColor, thumbnails };
}

/**
 * Returns signed thumbnails for tiles and the lightbox, up to the original's width. For an image of
 * another server, their path proves these fields.
 */
export function thumbnailsOf(
  image: Pick<FoundImage, keyof ProofFields | "revision">,
  { sign }: Pick<ThumbnailSigner, "sign">,
): Thumbnails | null {
  const { ratio } = tileRatio(image);
  const { minPx, maxPx } = tileWidthRangePx(ratio);
  const widthFor = (px: number) => tileWidthFor(Math.min(px, image.width ?? px));
  const widestPx = lightboxWidthFor(ratio, image.width) ?? widthFor(maxPx);
  const boundTo = ownOriginalId(image.imageUrl) === null ? provenFields(image) : null;
  return sign(sourceOf(image), widthFor(minPx), widestPx, boundTo);
}

/**
 * Returns an image's source: in the library its id and revision, so that the URL changes with its
 * file.
 */
function sourceOf({ imageUrl, revision }: Pick<FoundImage, "imageUrl" | "revision">): string {
  const ownId = ownOriginalId(imageUrl);
  if (ownId === null) return imageUrl;
  return revision === undefined ? `lib:${ownId}` : `lib:${ownId}@${revision}`;
}

function likeliestPath({ thumbnails, ...image }: Image): string[] {
  if (thumbnails === null) return [];
  const { path } = thumbnails;
  const widthsPx = thumbnails.widthsPx.filter((widthPx) => !isLightboxWidth(widthPx));
  const likelyPx = likelyTileWidthPx(tileRatio(image).ratio);
  return [`${path}${widthsPx.find((widthPx) => widthPx >= likelyPx) ?? widthsPx.at(-1)}`];
}
