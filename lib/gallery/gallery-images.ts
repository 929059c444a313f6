import "server-only";
import { createHash } from "node:crypto";
import type { Image } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import type { SearchParameters } from "@/lib/protocol/search-parameters";
import type { ServiceAnswer, ServiceItem } from "@/lib/protocol/search-service";

/** An image before its thumbnails are added; `revision` as in `ServiceItem`. */
export type GalleryImage = Image & Pick<ServiceItem, "revision">;

/** The part of an answer that is the same for every visitor and time. */
export type GalleryImages = { images: GalleryImage[]; droppedCount: number };

/**
 * Converts a query to the interface's parameters. Leaves out the filters that are off, because the
 * service's defaults are not documented; `true` is the one documented value of `transparent`.
 */
export function toParameters(query: SearchQuery): SearchParameters {
  const sent = Object.entries(query).filter(([, value]) => value !== null && value !== false);
  return Object.fromEntries(sent) as SearchParameters;
}

/**
 * Converts a service's answer: items with our ids in rank order, at most `count`. Keeps the first of
 * several items with one id, and counts the others as dropped.
 */
export function toGalleryImages(
  { items, droppedCount }: ServiceAnswer,
  count: number,
): GalleryImages {
  const byId = new Map<string, GalleryImage>();
  for (const item of items) {
    const image = toGalleryImage(item);
    if (!byId.has(image.id)) byId.set(image.id, image);
  }
  const duplicateCount = items.length - byId.size;
  return {
    images: [...byId.values()].slice(0, count),
    droppedCount: droppedCount + duplicateCount,
  };
}

/** Converts an item to an image with our id, and without thumbnails. */
export function toGalleryImage(item: ServiceItem): GalleryImage {
  const id = imageId(item.imageUrl, item.hostUrl);
  return { id, ...item, thumbnails: null, fallbackUrl: null };
}

const ID_BYTES = 16;

/**
 * Returns our id of an image, because the interface has none: a hash of its normalised `imageUrl` and
 * `hostUrl`, as 22 characters of base64url. Links, selections and exports depend on it.
 *
 * Each URL is preceded by its length, so that no two pairs are hashed as one text. A missing
 * `hostUrl` counts as an empty URL.
 */
export function imageId(imageUrl: string, hostUrl: string | null): string {
  const hash = createHash("sha256");
  for (const url of [imageUrl, hostUrl ?? ""]) hash.update(`${Buffer.byteLength(url)}:${url}`);
  return hash.digest().subarray(0, ID_BYTES).toString("base64url");
}
