/**
 * Why a thumbnail failed:
 *
 * - `gone` the host has no such image
 * - `refused` this server does not fetch the URL, or the host denies access
 * - `too-large` too many bytes or pixels
 * - `not-a-picture` not a supported raster format
 * - `slow-host` the host did not respond in time
 * - `unavailable` a temporary failure: the host is down, or this server is busy
 */
export const THUMBNAIL_REASONS = [
  "gone",
  "refused",
  "too-large",
  "not-a-picture",
  "slow-host",
  "unavailable",
] as const;

export type ThumbnailReason = (typeof THUMBNAIL_REASONS)[number];

/** The response header with the reason; an `<img>` element does not expose it to the page. */
export const THUMBNAIL_REASON_HEADER = "x-vitrine-thumbnail";
