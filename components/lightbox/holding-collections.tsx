"use client";

import { type ReactNode, useEffect, useState } from "react";
import { RichText } from "@/components/ui/rich-text";
import text from "@/components/ui/text.module.css";
import { shelfText } from "@/lib/client/collections/collection-shelf";
import { collectionsOf } from "@/lib/client/collections/collection-store";
import { onSettingChange } from "@/lib/client/saved-setting";
import type { Collection } from "@/lib/contract/collection";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";
import { listFormat } from "@/lib/messages/list-text";
import styles from "./lightbox.module.css";

type Holding = Pick<Collection, "id" | "name">;

/**
 * Links to this browser's collections that contain an image. The line is rendered even while
 * loading and when empty, so that nothing below it moves.
 */
export function HoldingCollections({ imageId }: { imageId: string }) {
  const [found, setFound] = useState<{ imageId: string; collections: readonly Holding[] } | null>(
    null,
  );
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      // Opening a database that does not exist would create it.
      const collections = shelfText() === null ? [] : await readHolding(imageId);
      if (!isGone) setFound({ imageId, collections });
    };
    void read();
    // Each change of a collection, even in another tab, changes the copy for the home page.
    const stop = onSettingChange(read);
    return () => {
      isGone = true;
      stop();
    };
  }, [imageId]);

  const collections = found?.imageId === imageId ? found.collections : [];
  return (
    <p className={styles.holding}>
      {collections.length > 0 && (
        <span key={collections.map(({ id }) => id).join()}>
          <RichText parts={messages.parts("heldBy", { collections: linksOf(collections) })} />
        </span>
      )}
    </p>
  );
}

/** Joins links as the language of the interface joins a list. */
function linksOf(collections: readonly Holding[]): ReactNode {
  const left = [...collections];
  const names = collections.map(({ name }) => name);
  const parts = listFormat()
    .formatToParts(names)
    .map((part) => {
      const collection = part.type === "element" ? left.shift() : undefined;
      if (collection === undefined) return part.value;
      return (
        <a key={collection.id} className={text.link} href={`/collections/${collection.id}`}>
          <bdi>{collection.name}</bdi>
        </a>
      );
    });
  return <RichText parts={parts} />;
}

/** Returns an empty list if the storage cannot be read; saving says why. */
async function readHolding(imageId: string): Promise<readonly Holding[]> {
  try {
    return await collectionsOf(imageId);
  } catch {
    return [];
  }
}
