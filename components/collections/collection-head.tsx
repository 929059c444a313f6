"use client";

import { useMemo } from "react";
import button from "@/components/ui/button.module.css";
import { IconButton } from "@/components/ui/icon-button";
import primitives from "@/components/ui/primitives.module.css";
import text from "@/components/ui/text.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import { shareLink } from "@/lib/client/collections/share-link";
import { copyText } from "@/lib/client/copy-text";
import type { StoredImage } from "@/lib/contract/collection";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import styles from "./collection-page.module.css";

type CollectionHeadProps = {
  name: string;
  images: readonly StoredImage[];
  /** Called with the collection's link; null if it would be too long. */
  onShared: (link: string | null, isCopied: boolean) => void;
  onExport: () => void;
  onOpenMenu: (opener: HTMLElement) => void;
};

/** The head of a collection's page: its name, its size, and actions on the whole collection. */
export function CollectionHead(props: CollectionHeadProps) {
  const { name, images, onShared, onExport, onOpenMenu } = props;
  const [noteCount, clearedCount] = useMemo(
    () => [
      images.filter(({ note }) => note !== "").length,
      images.filter(({ clearance }) => clearance !== null).length,
    ],
    [images],
  );
  const share = async () => {
    const making = shareLink(images, name);
    const isCopied = await copyText(making.then((link) => link ?? Promise.reject()));
    onShared(await making, isCopied);
  };
  return (
    <div className={styles.head}>
      <div>
        <h1 className={primitives.name} dir="auto">
          {name}
        </h1>
        <p className={text.facts}>
          <span>{messages("count", { count: images.length })}</span>
          {noteCount > 0 && <span>{messages("notes", { count: noteCount })}</span>}
          {clearedCount > 0 && <span>{messages("cleared", { count: clearedCount })}</span>}
          <span>{messages("onlyHere")}</span>
        </p>
      </div>
      <div className={styles.acts}>
        {images.length > 0 && (
          <>
            <button type="button" className={button.button} onClick={share}>
              <ToolIcon name="share" />
              {messages("share")}
            </button>
            <button type="button" className={button.button} onClick={onExport}>
              <ToolIcon name="download" />
              {messages("export")}
            </button>
          </>
        )}
        <IconButton
          icon="more"
          label={messages("more")}
          aria-haspopup="menu"
          onClick={(event) => {
            // Its default action would close the menu again.
            event.preventDefault();
            onOpenMenu(event.currentTarget);
          }}
        />
      </div>
    </div>
  );
}
