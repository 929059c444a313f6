import { Fragment, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { announce } from "@/components/ui/announcer";
import text from "@/components/ui/text.module.css";
import { fetchFromBusy } from "@/lib/client/busy-server";
import type { Image } from "@/lib/contract/search-answer";
import {
  THUMBNAIL_REASON_HEADER,
  THUMBNAIL_REASONS,
  type ThumbnailReason,
} from "@/lib/contract/thumbnail-failure";
import { brokenImageMessages } from "@/lib/messages/compiled/broken-image";
import styles from "./broken-image.module.css";

/** Images that were retried without an act. Once each: a browser may fail to decode what it loaded. */
const retried = new WeakSet<Image>();

type BrokenImageProps = { image: Image; onRetry: () => void };

/**
 * Replaces an image that failed to load: says why, and links to its source. If the failure was temporary,
 * retries by itself.
 */
export function BrokenImage({ image, onRetry }: BrokenImageProps) {
  const { hostUrl, imageUrl, thumbnails } = image;
  const path = thumbnails && `${thumbnails.path}${thumbnails.widthsPx[0]}`;
  // The server signs no thumbnail for a URL that it refuses to fetch.
  const [reason, setReason] = useState<ThumbnailReason>(path ? "unavailable" : "refused");
  const onFetched = useEffectEvent((fetched: ThumbnailReason | null) => {
    if (fetched !== null || retried.has(image)) setReason(fetched ?? "unavailable");
    else {
      retried.add(image);
      onRetry();
    }
  });
  useEffect(() => {
    if (path === null) return;
    const leaving = new AbortController();
    fetchReason(path, leaving.signal).then((fetched) => {
      if (!leaving.signal.aborted) onFetched(fetched);
    });
    return () => leaving.abort();
  }, [path]);

  return (
    <div className={styles.broken}>
      <b>{brokenImageMessages("title")}</b>
      <p key={reason} className={styles.reason}>
        {withBreaks(brokenImageMessages(reason, { host: image.folder ?? fileHostOf(image) }))}
      </p>
      <div className={styles.actions}>
        <button
          type="button"
          data-retry
          onClick={({ currentTarget }) => {
            keepFocus(currentTarget.closest("[data-image-id]"));
            onRetry();
          }}
        >
          {brokenImageMessages("retry")}
        </button>
        <a href={hostUrl ?? imageUrl} rel="noopener noreferrer" referrerPolicy="no-referrer">
          {brokenImageMessages("source")}
        </a>
      </div>
    </div>
  );
}

/** Retries every broken image. */
export function RetryAll({ count }: { count: number }) {
  return (
    <p className={styles.all}>
      <button
        type="button"
        className={text.link}
        onClick={() => {
          const buttons = document.querySelectorAll<HTMLElement>("[data-retry]");
          keepFocus(buttons[0]?.closest("[data-image-id]") ?? null);
          for (const button of buttons) button.click();
          announce(brokenImageMessages("retrying", { count }));
        }}
      >
        {brokenImageMessages("retryAll", { count })}
      </button>
    </p>
  );
}

/** Focuses a tile's image once it has replaced the focused button. */
function keepFocus(tile: Element | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    tile?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
  });
}

/** Lets a host break after its dots, so that no word is split in a narrow tile. */
function withBreaks(reason: string): ReactNode {
  return reason.split(/(?<=\.)(?=\w)/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have a fixed order
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Returns the host of the file, which may differ from that of the page that shows it. */
function fileHostOf({ imageUrl, host }: Image): string {
  return imageUrl.startsWith("/") ? host : new URL(imageUrl).hostname;
}

/**
 * Returns why a thumbnail failed; null if it loads now. The server knows, and sends no request to the
 * image's host.
 */
async function fetchReason(path: string, signal: AbortSignal): Promise<ThumbnailReason | null> {
  try {
    const { ok, headers } = await fetchFromBusy(path, { signal });
    if (ok) return null;
    const reason = headers.get(THUMBNAIL_REASON_HEADER);
    return THUMBNAIL_REASONS.find((known) => known === reason) ?? "unavailable";
  } catch {
    return "unavailable";
  }
}
