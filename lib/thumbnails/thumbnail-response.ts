import "server-only";
import { THUMBNAIL_REASON_HEADER } from "@/lib/contract/thumbnail-failure";
import { isNotModified } from "@/lib/platform/validators";
import type { ThumbnailFormat } from "./negotiate";
import type { ThumbnailFailure } from "./thumbnail-failure";
import type { Thumbnail } from "./thumbnail-store";

const CONTENT_TYPES: Record<ThumbnailFormat, string> = {
  avif: "image/avif",
  webp: "image/webp",
  jpeg: "image/jpeg",
};

/** One transparent pixel, for browsers that show the body of a failed image. */
const EMPTY_IMAGE = Buffer.from(
  "R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==",
  "base64",
);

const WEEK_SECONDS = 604_800;

/** Which sites may embed thumbnails: this one, or all. */
export type ThumbnailEmbedding = "same-origin" | "cross-origin";

/**
 * A thumbnail as a response; 304 if the browser has it. `freshSeconds` is how long browsers may
 * cache it without a request; 0 or less: not at all.
 */
export function thumbnailResponse(
  thumbnail: Thumbnail,
  requestHeaders: Headers,
  { freshSeconds, embedding }: { freshSeconds: number; embedding: ThumbnailEmbedding },
): Response {
  const maxAgeSeconds = Math.min(WEEK_SECONDS, Math.floor(freshSeconds));
  const headers = new Headers({
    ...securityHeaders(embedding),
    "cache-control":
      maxAgeSeconds > 0 ? `public, max-age=${maxAgeSeconds}, immutable` : "public, no-cache",
    etag: thumbnail.etag,
    vary: "Accept",
  });
  if (isNotModified(requestHeaders, thumbnail)) {
    return new Response(null, { status: 304, headers });
  }
  headers.set("content-type", CONTENT_TYPES[thumbnail.format]);
  headers.set("content-length", String(thumbnail.body.length));
  headers.set("content-disposition", `inline; filename="thumb.${thumbnail.format}"`);
  return new Response(new Uint8Array(thumbnail.body), { headers });
}

/** A failure as a response: its status, its reason in a header, and an empty image. */
export function failureResponse(
  failure: ThumbnailFailure,
  embedding: ThumbnailEmbedding,
): Response {
  const headers = new Headers({
    ...securityHeaders(embedding),
    "cache-control": "no-store",
    "content-type": "image/gif",
    "content-length": String(EMPTY_IMAGE.length),
    [THUMBNAIL_REASON_HEADER]: failure.reason,
  });
  if (failure.retryAfterSeconds !== undefined) {
    headers.set("retry-after", String(failure.retryAfterSeconds));
  }
  if (failure.status === 405) headers.set("allow", "GET");
  return new Response(new Uint8Array(EMPTY_IMAGE), { status: failure.status, headers });
}

/** A browser that renders a thumbnail as a page must not run anything in it. */
function securityHeaders(embedding: ThumbnailEmbedding): Record<string, string> {
  return {
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": embedding,
    "x-content-type-options": "nosniff",
  };
}
