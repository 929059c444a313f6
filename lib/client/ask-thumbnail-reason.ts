import {
  THUMBNAIL_REASON_HEADER,
  THUMBNAIL_REASONS,
  type ThumbnailReason,
} from "@/lib/contract/thumbnail-failure";

/**
 * Asks our server why a thumbnail did not come; it answers from what it remembers, without asking
 * the picture's host again. `unavailable` when even that is not to be had.
 */
export async function askThumbnailReason(
  path: string,
  signal: AbortSignal,
): Promise<ThumbnailReason> {
  try {
    const { headers } = await fetch(path, { signal });
    const reason = headers.get(THUMBNAIL_REASON_HEADER);
    return THUMBNAIL_REASONS.find((known) => known === reason) ?? "unavailable";
  } catch {
    return "unavailable";
  }
}
