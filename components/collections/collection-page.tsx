"use client";

import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { LongGrid } from "@/components/grid/long-grid";
import { openDialog } from "@/components/image-dialogs/dialog-host";
import { exportImages, useActionPage } from "@/components/image-dialogs/image-actions";
import button from "@/components/ui/button.module.css";
import { FormProblem } from "@/components/ui/form-problem";
import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import text from "@/components/ui/text.module.css";
import { showToast } from "@/components/ui/toast";
import {
  deleteNoteDraft,
  type NoteDraft,
  readNoteDraft,
  saveNoteDraft,
} from "@/lib/client/collections/note-draft";
import { useGrid } from "@/lib/client/grid-handle";
import { GridProvider } from "@/lib/client/grid-provider";
import { createSelectionStore } from "@/lib/client/selection-store";
import { useLoaded } from "@/lib/client/use-loaded";
import type { StoredImage } from "@/lib/contract/collection";
import { selectedAlso } from "@/lib/core/image/selection";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { storageProblemMessages } from "@/lib/messages/compiled/storage-problem";
import { collectionActions } from "./collection-actions";
import { CollectionFilter, NoneMatch } from "./collection-filter";
import { CollectionHead } from "./collection-head";
import { CollectionMenu, type OpenedMenu } from "./collection-menu";
import styles from "./collection-page.module.css";
import { CollectionSelection } from "./collection-selection";
import { CollectionTile, type TileActions } from "./collection-tile";
import { CollectionsPage } from "./collections-page";
import { RenewViewedThumbnails } from "./renew-thumbnails";
import { useCollection } from "./use-collection";
import { useImageChanges } from "./use-image-changes";
import { useImageFilter } from "./use-image-filter";
import { useNewVersion } from "./use-new-version";
import { useRestoredPlace } from "./use-restored-place";
import type { TileDrag } from "./use-tile-drag";
import { useTileMoves } from "./use-tile-moves";

const loadLightbox = () => import("@/components/lightbox/page-lightbox");
const loadShareDialog = async () => (await import("./share-dialog")).ShareDialog;

const LIST = {
  "data-collection": "",
  // The language is that of the request, not of the module.
  get "aria-label"() {
    return messages("images");
  },
};

/** A collection: its images, and actions on each and on the selected ones. */
export function CollectionPage({ id }: { id: string }) {
  return (
    <GridProvider>
      <StoredCollection id={id} />
    </GridProvider>
  );
}

function StoredCollection({ id }: { id: string }) {
  const opened = useCollection(id);
  const { phase, collection, images, problem, latest, actions } = opened;
  const filtered = useImageFilter(id, images);
  const { filter, shown, slot, isOnlyFitting } = filtered;
  const [store] = useState(createSelectionStore);
  const lightbox = useLoaded(loadLightbox);
  const [menu, setMenu] = useState<OpenedMenu | null>(null);
  const mounted = useGrid();
  const grid = useRef(mounted);
  useLayoutEffect(() => {
    grid.current = mounted;
  }, [mounted]);
  useRestoredPlace(id, phase === "ready", mounted);
  useNewVersion();

  const change = { collection: opened, filtered: filtered.now, grid };
  const changes = useImageChanges({ ...change, id, store });
  const { drag, hold, isHeld, isEndOfDrag, moveByKey } = useTileMoves({ ...change, changes });
  const page = useActionPage({ store, ...(collection && { title: collection.name }) });
  const imageActions = collection && collectionActions({ latest, actions, collection, changes });

  const tileActions = useMemo<TileActions>(
    () => ({
      click(event) {
        if (isEndOfDrag()) event.preventDefault();
      },
      hold,
      openMenu(handle, imageId) {
        if (!isEndOfDrag()) setMenu({ opener: handle, imageId });
      },
      moveByKey,
      async saveNote(imageId, note) {
        const changed = await actions.change(new Map([[imageId, { note }]]));
        if (changed !== null) deleteNoteDraft(id, imageId, note);
      },
      draftNote(imageId, note) {
        if (note === null) deleteNoteDraft(id, imageId);
        else saveNoteDraft(id, { imageId, note });
      },
      refresh: (image) => actions.refresh(image),
    }),
    [hold, isEndOfDrag, moveByKey, actions, id],
  );
  // What was being written when the page was left. Read before anything can be written here.
  const left = useRef<NoteDraft>(null);
  useEffect(() => {
    left.current = readNoteDraft(id);
  }, [id]);
  useEffect(() => {
    const draft = left.current;
    if (phase !== "ready" || draft === null) return;
    left.current = null;
    const isHere = latest.current.images.some((image) => image.id === draft.imageId);
    if (isHere) void tileActions.saveNote(draft.imageId, draft.note);
    else deleteNoteDraft(id, draft.imageId);
  }, [phase, id, latest, tileActions]);

  const name = collection?.name ?? null;
  useEffect(() => {
    if (name !== null) document.title = resultsMessages("pageTitle", { page: name });
  }, [name]);

  const count = shown.length;
  const renderTile = useCallback(
    (image: StoredImage, i: number) => (
      <CollectionTile
        key={image.id}
        image={image}
        rank={images.indexOf(image) + 1}
        posInSet={i + 1}
        setSize={count}
        drag={dragOf(drag, image.id)}
        slot={slot}
        actions={tileActions}
      />
    ),
    [images, count, drag, slot, tileActions],
  );
  // Memoised, so that typing in the filter renders no tile.
  const tiles = useMemo(
    () => (
      <LongGrid
        images={shown}
        listKey={isOnlyFitting ? `${filter}\n${slot?.name}` : filter}
        renderTile={renderTile}
        marginScreens={0.25}
        keepsEnds={false}
        listAttributes={LIST}
      />
    ),
    [shown, filter, isOnlyFitting, slot, renderTile],
  );

  if (phase === "deleted") return <CollectionsPage />;
  if (phase === "missing" || phase === "problem") {
    return (
      <Screen
        sign={phase === "missing" ? "empty" : "crack"}
        title={messages(phase === "missing" ? "missingTitle" : "problemTitle")}
      >
        {phase === "missing" && <p>{messages("missing")}</p>}
        {problem !== null && <p role="alert">{storageProblemMessages(problem)}</p>}
        <div className={screen.actions}>
          <a className={button.main} href="/collections">
            {messages("back")}
          </a>
        </div>
      </Screen>
    );
  }
  if (collection === null || imageActions === null) {
    return <h1 className={text.unseen}>{messages("one")}</h1>;
  }
  return (
    <div className={styles.page}>
      <CollectionHead
        name={collection.name}
        images={images}
        onShared={(link, isCopied) => {
          if (link === null) showToast(messages("shareTooLong"));
          else if (isCopied) showToast(messages("shareCopied"));
          else openDialog(loadShareDialog, { link });
        }}
        onExport={() => exportImages(images, collection.name)}
        onOpenMenu={(opener) => setMenu({ opener, imageId: null })}
      />
      {problem !== null && <FormProblem>{storageProblemMessages(problem)}</FormProblem>}
      {images.length === 0 && phase === "ready" ? (
        <Screen sign="empty" title={messages("noImagesTitle")}>
          <p>{messages("noImages")}</p>
          <div className={screen.actions}>
            <a className={button.main} href="/">
              {messages("search")}
            </a>
          </div>
        </Screen>
      ) : (
        <>
          <CollectionFilter
            images={filtered}
            count={images.length}
            onSelectAll={() => {
              const ids = shown.map(({ id }) => id);
              store.select(selectedAlso(store.selection(), ids));
            }}
          />
          <p id="grip-help" hidden>
            {messages("gripHelp")}
          </p>
          {count === 0 ? <NoneMatch images={filtered} /> : tiles}
        </>
      )}
      <div className={styles.selection}>
        <CollectionSelection
          store={store}
          images={images}
          shown={shown}
          latest={latest}
          actions={imageActions}
          page={page}
          hold={hold}
          isHeld={isHeld}
          refresh={actions.refresh}
        />
      </div>
      {menu !== null && (
        <CollectionMenu
          opened={menu}
          collection={opened}
          changes={changes}
          actions={imageActions}
          page={page}
        />
      )}
      {lightbox !== null && <lightbox.PageLightbox images={shown} store={store} />}
      <RenewViewedThumbnails shown={shown} refresh={actions.refresh} />
    </div>
  );
}

function dragOf(drag: TileDrag | null, imageId: string): "moving" | "before" | "after" | null {
  if (drag?.imageId === imageId) return "moving";
  return drag?.target?.imageId === imageId ? drag.target.side : null;
}
