import { useEffect, useState } from "react";
import type { Image } from "@/lib/contract/search-answer";
import {
  THUMBNAIL_REASON_HEADER,
  THUMBNAIL_REASONS,
  type ThumbnailReason,
} from "@/lib/contract/thumbnail-failure";
import { placeOf } from "@/lib/core/image-place";
import { brokenImageMessages } from "@/lib/messages/compiled/broken-image";
import styles from "./broken-image.module.css";

type BrokenImageProps = { image: Image; onRetry: () => void };

/** An image that failed to load: says why, and leads to its source. */
export function BrokenImage({ image, onRetry }: BrokenImageProps) {
  const { hostUrl, imageUrl, thumbnails } = image;
  const path = thumbnails && `${thumbnails.path}${thumbnails.widthsPx[0]}`;
  // The server signs no thumbnail for a URL that it refuses to fetch.
  const [reason, setReason] = useState<ThumbnailReason>(path ? "unavailable" : "refused");
  useEffect(() => {
    if (path === null) return;
    const leaving = new AbortController();
    fetchReason(path, leaving.signal).then((fetched) => {
      if (!leaving.signal.aborted) setReason(fetched);
    });
    return () => leaving.abort();
  }, [path]);

  return (
    <div className={styles.broken}>
      <b>{brokenImageMessages("title")}</b>
      <p className={styles.reason}>{brokenImageMessages(reason, { host: placeOf(image) })}</p>
      <div className={styles.actions}>
        <button type="button" onClick={onRetry}>
          {brokenImageMessages("retry")}
        </button>
        <a href={hostUrl ?? imageUrl} rel="noopener noreferrer" referrerPolicy="no-referrer">
          {brokenImageMessages("source")}
        </a>
      </div>
    </div>
  );
}

/** Why a thumbnail failed. The server answers from memory, without a request to the image's host. */
async function fetchReason(path: string, signal: AbortSignal): Promise<ThumbnailReason> {
  try {
    const { headers } = await fetch(path, { signal });
    const reason = headers.get(THUMBNAIL_REASON_HEADER);
    return THUMBNAIL_REASONS.find((known) => known === reason) ?? "unavailable";
  } catch {
    return "unavailable";
  }
}
