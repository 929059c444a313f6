"use client";

import { type ComponentType, lazy, Suspense, useState } from "react";
import { copyCredits } from "@/components/image-dialogs/copy-credits";
import { saveToLast } from "@/components/image-dialogs/save-images";
import menu from "@/components/ui/menu.module.css";
import primitives from "@/components/ui/primitives.module.css";
import { showToast } from "@/components/ui/toast";
import { usePopoverMenu } from "@/components/ui/use-popover-menu";
import { useLastCollectionName } from "@/lib/client/collections/collection-shelf";
import { copyText } from "@/lib/client/copy-text";
import { imageStore, type SelectionStore } from "@/lib/client/image-store";
import { menuItemsOf, moveInMenu } from "@/lib/client/menu-keys";
import { useNewSearch } from "@/lib/client/new-search";
import { showUnloaded } from "@/lib/client/show-unloaded";
import { offeredCost } from "@/lib/contract/new-search";
import type { ExportedImage } from "@/lib/contract/picked-image";
import type { Image, ServiceLabel } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { placeOf } from "@/lib/core/image/image-place";
import { libraryPicks } from "@/lib/core/image/picked-images";
import { toggled } from "@/lib/core/image/selection";
import { searchHref } from "@/lib/core/query/search-outcome";
import { reportMessages } from "@/lib/messages/compiled/report";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { tileMenuMessages as messages } from "@/lib/messages/compiled/tile-menu";
import { fileText } from "@/lib/messages/file-text";
import { type MenuAction, MenuItem } from "./menu-item";
import styles from "./tile-menu.module.css";

type TileMenuProps = {
  /** A new object for each press of a tile’s button. */
  opened: { opener: HTMLElement };
  images: readonly ExportedImage[];
  /** The search that found the images, if any. */
  query?: SearchQuery | null;
  /** The selection of the page; by default that of results. */
  store?: SelectionStore | undefined;
  /** The page's own actions on the image; the last one is apart. A collection has no Save. */
  collection?: { note: string; actions: readonly MenuAction[]; remove: MenuAction };
};

type ImageDialog = ComponentType<{ images: readonly ExportedImage[]; onClose: () => void }>;
type OpenedDialog = { Dialog: ImageDialog; images: readonly ExportedImage[] };

const loadSaveDialog = async () =>
  (await import("@/components/image-dialogs/save-dialog")).SaveDialog;
const loadFigureDialog = async () =>
  (await import("@/components/image-dialogs/figure-dialog")).FigureDialog;

const ReportForm = lazy(() =>
  import("./report-form").then(({ ReportForm }) => ({ default: ReportForm })),
);

/** The menu of the tile whose button was pressed; a second press closes it. Loads when the browser is idle. */
export function TileMenu(props: TileMenuProps) {
  const { opened, images, query = null, store = imageStore, collection } = props;
  const popover = usePopoverMenu(opened);
  const cost = offeredCost(useNewSearch());
  const last = useLastCollectionName();
  const [dialog, setDialog] = useState<OpenedDialog | null>(null);
  const [reporting, setReporting] = useState<TileMenuProps["opened"] | null>(null);
  const isReporting = reporting === opened;
  const tile = opened.opener.closest<HTMLElement>("[data-image-id]");
  const image = images.find(({ id }) => id === tile?.dataset.imageId);

  if (image === undefined) return null;
  const { id, name, host, imageUrl, hostUrl } = image;
  const place = placeOf(image);
  const title = name || tileMessages("untitled");
  const isOwn = imageUrl.startsWith("/library/");
  // Other images have no proof that this server showed them.
  const isShownHere = isOwn || image.thumbnails !== null;
  const isSelected = store.selection().ids.has(id);
  const close = () => popover.current?.hidePopover();
  const openDialog = (load: () => Promise<ImageDialog>) =>
    load().then(
      (Dialog) => setDialog({ Dialog, images: [image] }),
      () => showUnloaded(opened.opener),
    );
  const chooseCollection = () => openDialog(loadSaveDialog);
  const save = async () => {
    if (!(await saveToLast([image]))) await chooseCollection();
  };
  const groups: readonly (readonly (MenuAction | false)[])[] = [
    [
      collection === undefined && {
        text: last === null ? messages("save") : messages("saveTo", { name: last }),
        act: () => void save(),
      },
      collection === undefined &&
        last !== null && { text: messages("saveElsewhere"), act: () => void chooseCollection() },
      isShownHere && {
        text: messages("download"),
        // The server names the file.
        act: isOwn ? imageUrl : () => void download(image),
        isDownload: isOwn,
        detail: image.file && fileText(image.file),
      },
      { text: messages("credit"), act: () => void copyCredits([image]) },
      { text: messages("figure"), act: () => void openDialog(loadFigureDialog) },
      {
        text: messages(isSelected ? "deselect" : "select"),
        act: () => store.select(toggled(store.selection(), id)),
      },
    ],
    collection?.actions ?? [],
    [
      query !== null &&
        cost !== null &&
        image.folder === undefined &&
        query.site !== host && {
          text: messages("onlyFrom", { host, cost }),
          act: searchHref({ ...query, site: host }),
        },
      { text: messages("original"), act: imageUrl },
      hostUrl !== null && { text: messages("sourcePage"), act: hostUrl },
      { text: messages("link"), act: () => void copyLink(imageUrl) },
    ],
  ];

  return (
    <>
      <div
        ref={popover}
        popover="auto"
        className={`${menu.panel} ${menu.sheet} ${styles.panel}`}
        onToggle={({ newState }) => {
          opened.opener.setAttribute("aria-expanded", String(newState === "open"));
          if (newState === "open") menuItemsOf(popover.current)[0]?.focus();
          else setReporting(null);
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
        {collection?.note && <p className={styles.note}>{collection.note}</p>}
        {isReporting && (
          <Suspense>
            <ReportForm image={image} />
          </Suspense>
        )}
        <div role="menu" hidden={isReporting} aria-label={title} onKeyDown={moveInMenu}>
          {groups.map((group, i) => {
            const actions = group.filter((action) => action !== false);
            return (
              actions.length > 0 && (
                // biome-ignore lint/suspicious/noArrayIndexKey: the groups have a fixed order
                <div key={i} role="none" className={styles.group}>
                  {actions.map((action) => (
                    <MenuItem key={action.text} action={action} onClose={close} />
                  ))}
                </div>
              )
            );
          })}
          <div role="none" className={styles.group}>
            {isShownHere && (
              <button
                type="button"
                role="menuitem"
                className={menu.item}
                onClick={() => setReporting(opened)}
              >
                {reportMessages("open")}
              </button>
            )}
            {collection && <MenuItem action={collection.remove} onClose={close} />}
          </div>
        </div>
      </div>
      {dialog && <dialog.Dialog images={dialog.images} onClose={() => setDialog(null)} />}
    </>
  );
}

type GridMenuProps = Pick<TileMenuProps, "opened" | "store"> & {
  images: readonly Image[];
  /** Null if the images are not from a search. */
  query: SearchQuery | null;
  service: ServiceLabel;
};

/** The menu of a tile of `ImageGrid`, whose images are picked once the tools have loaded. */
export function GridMenu({ opened, images, query, service, store }: GridMenuProps) {
  const picks = libraryPicks(images, service, new Date().toISOString());
  return (
    <TileMenu
      opened={opened}
      images={picks.map((pick) => imageStore.get(pick.id) ?? pick)}
      query={query}
      store={store}
    />
  );
}

async function download(image: ExportedImage): Promise<void> {
  showToast(messages("downloading"));
  const problem = await import("@/lib/client/exports/download-original").then(
    ({ downloadOriginal }) => downloadOriginal(image, () => {}),
    () => messages("downloadFailed"),
  );
  if (problem !== null) showToast(problem);
}

async function copyLink(imageUrl: string): Promise<void> {
  const isCopied = await copyText(new URL(imageUrl, location.href).href);
  showToast(messages(isCopied ? "linkCopied" : "notCopied"));
}
