import { useEffect, useState } from "react";
import { askThumbnailReason } from "@/lib/client/ask-thumbnail-reason";
import type { Image } from "@/lib/contract/search-answer";
import type { ThumbnailReason } from "@/lib/contract/thumbnail-failure";
import { DEAD_WORDS } from "@/lib/core/later-words";
import styles from "./dead-picture.module.css";

type DeadPictureProps = { image: Image; onRetry: () => void };

/** A picture that would not load: its box stays, and says why, and whom to ask. */
export function DeadPicture({ image, onRetry }: DeadPictureProps) {
  const { host, hostUrl, imageUrl, thumbnails } = image;
  const path = thumbnails && `${thumbnails.path}${thumbnails.widthsPx[0]}`;
  // An address that was never signed is one that this server won't fetch.
  const [reason, setReason] = useState<ThumbnailReason>(path ? "unavailable" : "refused");
  useEffect(() => {
    if (path === null) return;
    const leaving = new AbortController();
    askThumbnailReason(path, leaving.signal).then((said) => {
      if (!leaving.signal.aborted) setReason(said);
    });
    return () => leaving.abort();
  }, [path]);

  return (
    <div className={styles.dead}>
      <b>{DEAD_WORDS.title}</b>
      <p className={styles.reason}>{DEAD_WORDS.reason[reason](host)}</p>
      <div className={styles.ways}>
        <button type="button" onClick={onRetry}>
          {DEAD_WORDS.retry}
        </button>
        <a href={hostUrl ?? imageUrl} rel="noopener noreferrer" referrerPolicy="no-referrer">
          {DEAD_WORDS.source}
        </a>
      </div>
    </div>
  );
}
