"use client";

import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { CollectionList } from "@/components/collections/collection-list";
import text from "@/components/ui/text.module.css";
import { parseShelf, shelfText } from "@/lib/client/collections/collection-shelf";
import { onSettingChange } from "@/lib/client/saved-setting";
import { isThumbnailExpiring } from "@/lib/core/image/thumbnail-expiry";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import styles from "./collection-shelf.module.css";

/**
 * The last changed collections of this browser, if any. `children` is the script that reserves the
 * space (lib/client/shelf-script.ts).
 */
export function CollectionShelf({ children }: { children: ReactNode }) {
  const saved = useSyncExternalStore(onSettingChange, shelfText, () => null);
  const shelf = parseShelf(saved);
  const hasExpired = shelf?.collections.some(({ pictures }) =>
    pictures.some(
      ({ thumbnails }) => thumbnails !== null && isThumbnailExpiring(thumbnails.path, Date.now()),
    ),
  );
  useEffect(() => {
    if (!hasExpired) return;
    import("@/lib/client/collections/refresh-covers").then(
      ({ refreshCovers }) => refreshCovers().catch(() => {}),
      () => {},
    );
  }, [hasExpired]);
  return (
    <div
      className={styles.shelf}
      data-shelf={shelf?.collections.length || undefined}
      suppressHydrationWarning
    >
      {children}
      {shelf !== null && (
        <section aria-labelledby="collections">
          <div className={styles.lead}>
            <h2 id="collections" className={text.small}>
              {messages("shelf")}
            </h2>
            <a className={text.link} href="/collections">
              {messages("all", { count: shelf.totalCount })}
            </a>
          </div>
          <CollectionList collections={shelf.collections} />
        </section>
      )}
    </div>
  );
}
