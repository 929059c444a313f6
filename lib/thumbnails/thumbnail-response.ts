import "server-only";
import { THUMBNAIL_REASON_HEADER } from "@/lib/contract/thumbnail-failure";
import type { ThumbnailFormat } from "@/lib/decoding/encode-settings";
import { BytesResponse } from "@/lib/platform/bytes-response";
import { isNotModified } from "@/lib/platform/validators";
import type { ThumbnailFailure } from "./thumbnail-failure";
import type { Thumbnail } from "./thumbnail-store";

/** One transparent pixel, for browsers that show the body of a failed image. */
const EMPTY_IMAGE = Buffer.from(
  "R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==",
  "base64",
);

const WEEK_SECONDS = 604_800;

const ACCEPT_CHARACTERS_MAX = 2_048;
/** RFC 9110 §12.4.2: three decimals at most. */
const WEIGHT = /^q=(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/i;

/** If a browser renders a thumbnail as a page, it must not run anything in it. */
const SECURITY_HEADERS = {
  "content-security-policy": "default-src 'none'; sandbox",
  "cross-origin-resource-policy": "same-origin",
};
const SECURITY_FIELDS = Object.entries(SECURITY_HEADERS).flat();

/**
 * Returns the best format that an `Accept` header names. Wildcards do not count, because clients
 * without AVIF send them too. The default is JPEG.
 */
export function negotiateFormat(accept: string | null): ThumbnailFormat {
  if (accept === null || accept.length > ACCEPT_CHARACTERS_MAX) return "jpeg";
  const isWanted = (parameter: string) =>
    !parameter.startsWith("q=") || (WEIGHT.test(parameter) && Number(parameter.slice(2)) > 0);
  const named = new Set<string>();
  for (const range of accept.toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    if (parameters.every(isWanted)) named.add(type);
  }
  if (named.has("image/avif")) return "avif";
  return named.has("image/webp") ? "webp" : "jpeg";
}

/**
 * Returns a thumbnail as a response; 304 if the browser has it. `freshSeconds` is how long browsers
 * may cache it without a request; 0 or less for not at all.
 */
export function thumbnailResponse(
  thumbnail: Thumbnail,
  requestHeaders: Headers,
  freshSeconds: number,
): Response {
  const maxAgeSeconds = Math.min(WEEK_SECONDS, Math.floor(freshSeconds));
  const { etag, format } = thumbnail;
  const freshness =
    maxAgeSeconds > 0 ? `public, max-age=${maxAgeSeconds}, immutable` : "public, no-cache";
  if (isNotModified(requestHeaders, thumbnail)) {
    const headers = { ...SECURITY_HEADERS, "cache-control": freshness, etag, vary: "Accept" };
    return new Response(null, { status: 304, headers });
  }
  return new BytesResponse(thumbnail.body, {
    headers: [
      ...SECURITY_FIELDS,
      "cache-control",
      freshness,
      "etag",
      etag,
      "vary",
      "Accept",
      "content-type",
      `image/${format}`,
      "content-disposition",
      `inline; filename="thumb.${format}"`,
    ],
  });
}

/** Returns a failure as a response: its status, its reason in a header, and an empty image. */
export function failureResponse(failure: ThumbnailFailure): Response {
  return new BytesResponse(EMPTY_IMAGE, {
    status: failure.status,
    headers: {
      ...SECURITY_HEADERS,
      "cache-control": "no-store",
      "content-type": "image/gif",
      [THUMBNAIL_REASON_HEADER]: failure.reason,
      ...(failure.retryAfterSeconds !== undefined && {
        "retry-after": String(failure.retryAfterSeconds),
      }),
      ...(failure.status === 405 && { allow: "GET" }),
    },
  });
}
