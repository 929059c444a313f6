import "server-only";
import type { Image, Thumbnails } from "@/lib/contract/search-answer";
import type { ShelfPicture } from "@/lib/contract/shelf";
import { ownOriginalId } from "@/lib/core/image/own-original";
import {
  lightboxWidthFor,
  type ThumbnailWidthPx,
  tileWidthFor,
} from "@/lib/core/image/thumbnail-width";
import { tileRatio } from "@/lib/core/image/tile-ratio";
import { tileWidthRangePx } from "@/lib/core/image/tile-sizes";
import type { GalleryImage } from "./gallery-images";
import { type ProofFields, provenFields } from "./proof-signer";

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

/** Adds the signed thumbnails that a tile and the lightbox need. */
export function signImage(
  found: GalleryImage,
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
export function toShelfPicture(found: GalleryImage, { sign }: ThumbnailSigner): ShelfPicture {
  const { id, width, height, accentColor } = found;
  const thumbnails = sign(sourceOf(found), ...SHELF_WIDTHS_PX);
  return { id, width, height, accentColor, thumbnails };
}

/**
 * Returns signed thumbnails for tiles and the lightbox, up to the original's width. For an image of
 * another server, their path proves these fields.
 */
export function thumbnailsOf(
  image: Pick<GalleryImage, keyof ProofFields | "revision">,
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
function sourceOf({ imageUrl, revision }: Pick<GalleryImage, "imageUrl" | "revision">): string {
  const ownId = ownOriginalId(imageUrl);
  if (ownId === null) return imageUrl;
  return revision === undefined ? `lib:${ownId}` : `lib:${ownId}@${revision}`;
}
