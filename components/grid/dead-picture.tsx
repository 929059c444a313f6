import type { Image } from "@/lib/contract/search-answer";
import { TILE_WORDS } from "@/lib/core/words";
import styles from "./dead-picture.module.css";

type DeadPictureProps = { image: Image; onRetry: () => void };

/** A picture that would not load: its box stays, and says so, and whom to ask. */
export function DeadPicture({ image, onRetry }: DeadPictureProps) {
  const { host, hostUrl, imageUrl } = image;
  return (
    <div className={styles.dead}>
      <b>{TILE_WORDS.dead}</b>
      <p className={styles.reason}>{TILE_WORDS.deadReason(host)}</p>
      <div className={styles.ways}>
        <button type="button" onClick={onRetry}>
          {TILE_WORDS.retry}
        </button>
        <a href={hostUrl ?? imageUrl} rel="noopener noreferrer" referrerPolicy="no-referrer">
          {TILE_WORDS.source}
        </a>
      </div>
    </div>
  );
}
