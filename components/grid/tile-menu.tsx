"use client";

import { lazy, Suspense, useState } from "react";
import { announce } from "@/components/ui/announcer";
import menu from "@/components/ui/menu.module.css";
import primitives from "@/components/ui/primitives.module.css";
import { usePopoverMenu } from "@/components/ui/use-popover-menu";
import { copyCredit } from "@/lib/client/copy-credit";
import { copyText } from "@/lib/client/copy-text";
import { imageStore } from "@/lib/client/image-store";
import { menuItemsOf, moveInMenu } from "@/lib/client/menu-keys";
import type { PickedImage } from "@/lib/contract/picked-image";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { placeOf } from "@/lib/core/image/image-place";
import { costOf, searchHref } from "@/lib/core/query/search-outcome";
import { reportMessages } from "@/lib/messages/compiled/report";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { tileMenuMessages as messages } from "@/lib/messages/compiled/tile-menu";
import styles from "./tile-menu.module.css";

type TileMenuProps = {
  /** A new object for each press of a tile’s button. */
  opened: { opener: HTMLElement };
  images: readonly Image[];
  /** Null if the images are not from a search. */
  query: SearchQuery | null;
  service: ServiceLabel;
};

const ReportForm = lazy(() =>
  import("./report-form").then(({ ReportForm }) => ({ default: ReportForm })),
);

type Copied = { what: "link" | "credit"; isCopied: boolean };

/** The menu of the tile whose button was pressed; a second press closes it. Loads on first interaction. */
export function TileMenu({ opened, images, query, service }: TileMenuProps) {
  const popover = usePopoverMenu(opened);
  const [copied, setCopied] = useState<Copied | null>(null);
  const [reporting, setReporting] = useState<TileMenuProps["opened"] | null>(null);
  const isReporting = reporting === opened;
  const tile = opened.opener.closest<HTMLElement>("[data-image-id]");
  const image = images.find(({ id }) => id === tile?.dataset.imageId);

  if (image === undefined) return null;
  const { name, host, imageUrl, hostUrl } = image;
  const place = placeOf(image);
  const title = name || tileMessages("untitled");
  const close = () => popover.current?.hidePopover();
  const copy = async (what: Copied["what"]) => {
    const isCopied = await (what === "link"
      ? copyText(new URL(imageUrl, location.href).href)
      : copyCredit([imageStore.get(image.id) ?? pickedHere(image, service)]));
    setCopied({ what, isCopied });
    announce(messages(isCopied ? "copied" : "notCopied"));
  };
  const leave = {
    role: "menuitem",
    tabIndex: -1,
    className: menu.item,
    rel: "noopener noreferrer",
    referrerPolicy: "no-referrer",
    onClick: close,
  } as const;

  return (
    <div
      ref={popover}
      popover="auto"
      className={`${menu.panel} ${menu.sheet} ${styles.panel}`}
      onToggle={({ newState }) => {
        opened.opener.setAttribute("aria-expanded", String(newState === "open"));
        if (newState === "open") menuItemsOf(popover.current)[0]?.focus();
        else {
          setCopied(null);
          setReporting(null);
        }
      }}
    >
      <div className={styles.head} aria-hidden="true">
        {/* biome-ignore lint/performance/noImgElement: Next's optimiser is switched off */}
        <img src={tile?.querySelector("img")?.currentSrc} alt="" />
        <p>
          <span className={primitives.clipped} dir="auto">
            {title}
          </span>
          <span className={`${primitives.clipped} ${styles.host}`}>{place}</span>
        </p>
      </div>
      {isReporting && (
        <Suspense>
          <ReportForm image={image} />
        </Suspense>
      )}
      <div role="menu" hidden={isReporting} aria-label={title} onKeyDown={moveInMenu}>
        {query !== null && image.folder === undefined && query.site !== host && (
          <a
            role="menuitem"
            tabIndex={-1}
            className={menu.item}
            href={searchHref({ ...query, site: host })}
            // Closes before the search, which saves the position of the focused tile.
            onClick={close}
          >
            {messages("onlyFrom", { host, cost: costOf(service) })}
          </a>
        )}
        <a {...leave} href={imageUrl}>
          {messages("original")}
        </a>
        {hostUrl !== null && (
          <a {...leave} href={hostUrl}>
            {messages("sourcePage")}
          </a>
        )}
        <hr className={styles.rule} />
        {(["link", "credit"] as const).map((what) => (
          <button
            key={what}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={menu.item}
            onClick={() => copy(what)}
          >
            {messages(copied?.what === what ? (copied.isCopied ? "copied" : "notCopied") : what)}
          </button>
        ))}
        {(image.thumbnails !== null || imageUrl.startsWith("/library/")) && (
          // Other images have no proof that this server showed them.
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={menu.item}
            onClick={() => setReporting(opened)}
          >
            {reportMessages("open")}
          </button>
        )}
      </div>
    </div>
  );
}

/** Converts an image of a page that does not store images for selection, such as the library. */
function pickedHere(image: Image, service: ServiceLabel): PickedImage {
  const provenance = {
    search: null,
    rank: null,
    foundAt: new Date().toISOString(),
    service: service.kind === "remote" ? service.host : service.kind,
  };
  return { ...image, provenance };
}
