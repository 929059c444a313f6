/**
 * Why a thumbnail can't be shown, for visitors:
 *
 * - `gone` the host says there is no such picture
 * - `refused` this server won't fetch it, or the host won't give it
 * - `too-large` more bytes or pixels than are worth a thumbnail
 * - `not-a-picture` not one of the raster formats that are decoded
 * - `slow-host` the host did not deliver in time
 * - `unavailable` anything that may pass: the host is down, or this server is busy
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

/** The header of a failed thumbnail that holds the reason: an `<img>` can't tell its page. */
export const THUMBNAIL_REASON_HEADER = "x-vitrine-thumbnail";
