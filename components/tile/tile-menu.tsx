"use client";

import { type ComponentType, useState } from "react";
import {
  type ActionPage,
  IMAGE_ACTIONS,
  type ImageAction,
  isShownHere,
  offeredActions,
  useActionPage,
} from "@/components/image-dialogs/image-actions";
import menu from "@/components/ui/menu.module.css";
import primitives from "@/components/ui/primitives.module.css";
import { usePopoverMenu } from "@/components/ui/use-popover-menu";
import { imageStore, type SelectionStore } from "@/lib/client/image-store";
import { menuItemsOf, moveInMenu } from "@/lib/client/menu-keys";
import { showUnloaded } from "@/lib/client/show-unloaded";
import type { ExportedImage } from "@/lib/contract/picked-image";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { placeOf } from "@/lib/core/image/image-place";
import { libraryPicks } from "@/lib/core/image/picked-images";
import { formatSearchQuery } from "@/lib/core/query/search-query";
import { reportMessages } from "@/lib/messages/compiled/report";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { MenuItem } from "./menu-item";
import styles from "./tile-menu.module.css";

type TileMenuProps<I extends ExportedImage> = {
  /** A new object for each press of a tile’s button. */
  opened: { opener: HTMLElement };
  images: readonly I[];
  actions: readonly ImageAction<I>[];
  page: ActionPage;
  /** Shown above the actions. */
  note?: (image: I) => string;
};

/** The picture of a tile, unless it is covered. */
const UNCOVERED = "a:not([data-cover]) > img";

/** The groups of actions, without the last one, which stands apart. */
const GROUPS = ["image", "collection", "links"] as const;

/** The menu of the tile whose button was pressed; a second press closes it. Loads when the browser is idle. */
export function TileMenu<I extends ExportedImage>(props: TileMenuProps<I>) {
  const { opened, images, actions, page } = props;
  const popover = usePopoverMenu(opened);
  const [report, setReport] = useState<{
    of: typeof opened;
    Form: ComponentType<{ image: Image }>;
  } | null>(null);
  const isReporting = report?.of === opened;
  const tile = opened.opener.closest<HTMLElement>("[data-image-id]");
  const image = images.find(({ id }) => id === tile?.dataset.imageId);

  if (image === undefined) return null;
  const title = image.name || tileMessages("untitled");
  const note = props.note?.(image);
  const close = () => popover.current?.hidePopover();
  const offered = offeredActions(actions, "menu", [image], page);
  const itemsOf = (group: ImageAction["menu"]) =>
    offered
      .filter(({ menu }) => menu === group)
      .map(({ name, label: text, detail, ...action }) => (
        <MenuItem
          key={name}
          action={{ ...action, text, detail: detail?.(image) }}
          onClose={close}
        />
      ));

  return (
    <div
      ref={popover}
      popover="auto"
      className={`${menu.panel} ${menu.sheet} ${styles.panel}`}
      onToggle={({ newState }) => {
        opened.opener.setAttribute("aria-expanded", String(newState === "open"));
        if (newState === "open") menuItemsOf(popover.current)[0]?.focus();
        else setReport(null);
      }}
    >
      <div className={styles.head} aria-hidden="true">
        {/* biome-ignore lint/performance/noImgElement: Next's optimiser is switched off */}
        <img src={tile?.querySelector<HTMLImageElement>(UNCOVERED)?.currentSrc} alt="" />
        <p>
          <span className={primitives.clipped} dir="auto">
            {title}
          </span>
          <span className={`${primitives.clipped} ${styles.host}`}>{placeOf(image)}</span>
        </p>
      </div>
      {note && <p className={styles.note}>{note}</p>}
      {isReporting && <report.Form image={image} />}
      <div role="menu" hidden={isReporting} aria-label={title} onKeyDown={moveInMenu}>
        {GROUPS.map((group) => {
          const items = itemsOf(group);
          return (
            items.length > 0 && (
              <div key={group} role="none" className={styles.group}>
                {items}
              </div>
            )
          );
        })}
        <div role="none" className={styles.group}>
          {isShownHere(image) && (
            <button
              type="button"
              role="menuitem"
              className={menu.item}
              onClick={() =>
                import("./report-form").then(
                  ({ ReportForm }) => setReport({ of: opened, Form: ReportForm }),
                  () => showUnloaded(opened.opener),
                )
              }
            >
              {reportMessages("open")}
            </button>
          )}
          {itemsOf("apart")}
        </div>
      </div>
    </div>
  );
}

type GridMenuProps = Pick<TileMenuProps<ExportedImage>, "opened"> & {
  images: readonly Image[];
  /** Null if the images are not from a search. */
  query: SearchQuery | null;
  service: ServiceLabel;
  /** The selection of the page; by default that of results. */
  store?: SelectionStore | undefined;
};

/** The menu of a tile of `ImageGrid`, whose images are picked once the tools have loaded. */
export function GridMenu({ opened, images, query, service, store = imageStore }: GridMenuProps) {
  const picks = libraryPicks(images, service, new Date().toISOString());
  // The rank stays unknown: a refinement may have sorted the images.
  const search = query && formatSearchQuery(query);
  const page = useActionPage({ store, query });
  return (
    <TileMenu
      opened={opened}
      images={picks.map(
        (pick) =>
          imageStore.get(pick.id) ?? { ...pick, provenance: { ...pick.provenance, search } },
      )}
      actions={IMAGE_ACTIONS}
      page={page}
    />
  );
}
