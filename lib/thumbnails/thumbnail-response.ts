import "server-only";
import { THUMBNAIL_REASON_HEADER } from "@/lib/contract/thumbnail-failure";
import { CONTENT_TYPES } from "./negotiate";
import type { ThumbnailFailure } from "./thumbnail-failure";
import type { Thumbnail } from "./thumbnail-store";

/** One transparent pixel: nothing to see where a browser shows a failed picture's body. */
const NOTHING = Buffer.from(
  "R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==",
  "base64",
);

const WEEK_SECONDS = 604_800;

/** Who may embed thumbnails: this site's own pages, or any. */
export type ThumbnailEmbedding = "same-origin" | "cross-origin";

/** A thumbnail as a response; 304 where the browser has it. Only headers of our own. */
export function thumbnailResponse(
  thumbnail: Thumbnail,
  options: { ifNoneMatch: string | null; secondsLeft: number; embedding: ThumbnailEmbedding },
): Response {
  const maxAgeSeconds = Math.max(0, Math.min(WEEK_SECONDS, Math.floor(options.secondsLeft)));
  const headers = new Headers({
    ...safety(options.embedding),
    "cache-control": `public, max-age=${maxAgeSeconds}, immutable`,
    etag: thumbnail.etag,
    vary: "Accept",
  });
  if (hasEtag(options.ifNoneMatch, thumbnail.etag))
    return new Response(null, { status: 304, headers });
  headers.set("content-type", CONTENT_TYPES[thumbnail.format]);
  headers.set("content-length", String(thumbnail.body.length));
  headers.set("content-disposition", `inline; filename="thumb.${thumbnail.format}"`);
  return new Response(new Uint8Array(thumbnail.body), { headers });
}

/** A failure as a response: its status, its reason in a header, and a picture of nothing. */
export function failureResponse(
  failure: ThumbnailFailure,
  embedding: ThumbnailEmbedding,
): Response {
  const headers = new Headers({
    ...safety(embedding),
    "cache-control": "no-store",
    "content-type": "image/gif",
    "content-length": String(NOTHING.length),
    [THUMBNAIL_REASON_HEADER]: failure.reason,
  });
  if (failure.retryAfterSeconds !== undefined) {
    headers.set("retry-after", String(failure.retryAfterSeconds));
  }
  if (failure.status === 405) headers.set("allow", "GET");
  return new Response(new Uint8Array(NOTHING), { status: failure.status, headers });
}

/** Even if a browser were talked into reading a thumbnail as a page, nothing in it would run. */
function safety(embedding: ThumbnailEmbedding): Record<string, string> {
  return {
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": embedding,
    "x-content-type-options": "nosniff",
  };
}

/** RFC 9110 §13.1.2, compared weakly: a proxy on the way may have marked it so. */
function hasEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null || ifNoneMatch.length > 1_024) return false;
  return ifNoneMatch.split(",").some((tag) => {
    const plain = tag.trim().replace(/^W\//, "");
    return plain === etag || plain === "*";
  });
}
