"use client";

import {
  type ComponentType,
  type KeyboardEvent,
  lazy,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { LongGrid, type LongGridHandle } from "@/components/grid/long-grid";
import { openImage } from "@/components/lightbox/viewed-image";
import bar from "@/components/selection/selection-bar.module.css";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import { DeskIcon } from "@/components/ui/desk-icon";
import form from "@/components/ui/form.module.css";
import { Icon } from "@/components/ui/icon";
import { Screen } from "@/components/ui/screen";
import screen from "@/components/ui/screen.module.css";
import text from "@/components/ui/text.module.css";
import { Toast } from "@/components/ui/toast";
import { shareLink } from "@/lib/client/collections/share-link";
import { copyText } from "@/lib/client/copy-text";
import { createSelectionStore } from "@/lib/client/selection-store";
import type { ShortcutAction } from "@/lib/client/shortcuts";
import { showUnloaded } from "@/lib/client/show-unloaded";
import { watchTiles } from "@/lib/client/tile-selection";
import type { Collection, StoredImage } from "@/lib/contract/collection";
import type { ServiceLabel } from "@/lib/contract/search-answer";
import { filterImages } from "@/lib/core/filter-images";
import { unmovedFrom } from "@/lib/core/moved-before";
import { deselected, NO_SELECTION, selectedAlso } from "@/lib/core/selection";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { selectionMessages } from "@/lib/messages/compiled/selection";
import { storageProblemMessages } from "@/lib/messages/compiled/storage-problem";
import { dayText } from "@/lib/messages/date-text";
import { ActionMenu, type MenuAction } from "./action-menu";
import { CollectionLightbox } from "./collection-lightbox";
import styles from "./collection-page.module.css";
import { type CollectionDialog, CollectionSelection } from "./collection-selection";
import { CollectionTile, type TileActions } from "./collection-tile";
import tile from "./collection-tile.module.css";
import { NameDialog } from "./name-dialog";
import { TransferDialog } from "./transfer-dialog";
import { useCollection } from "./use-collection";
import { useRestoredPlace } from "./use-restored-place";
import { type TileDrag, useTileDrag } from "./use-tile-drag";

const StillThereDialog = lazy(() =>
  import("./still-there-dialog").then((module) => ({ default: module.StillThereDialog })),
);

const TYPING_PAUSE_MS = 150;

/** The attributes of the list, except its key handler. */
const LIST = { className: tile.grid, "aria-label": messages("images") };

/**
 * What was just done, and how to undo it, which may fail; null if it cannot be undone. It stays until it
 * is pressed.
 */
type LastingToast = { text: string; undo: (() => Promise<boolean>) | null };

type DialogProps = { images: readonly StoredImage[]; title: string; onClose: () => void };

type OpenedDialog = { Dialog: ComponentType<DialogProps>; images: readonly StoredImage[] };

const DIALOGS = {
  compare: async () => (await import("@/components/lightbox/compare")).Compare,
  credit: async () => (await import("@/components/picks/credit-dialog")).CreditDialog,
  export: async () => (await import("@/components/picks/export-dialog")).ExportDialog,
  save: async () => (await import("@/components/picks/save-dialog")).SaveDialog,
} satisfies Record<CollectionDialog | "save", () => Promise<ComponentType<DialogProps>>>;

/** The shortcuts that open a dialog. */
const BY_KEY: Partial<Record<ShortcutAction, keyof typeof DIALOGS>> = {
  save: "save",
  download: "export",
};

/** The open dialog of this page, and what it acts on. */
type Asked =
  | { kind: "rename" }
  | { kind: "clear"; ids: readonly string[]; note: string }
  | { kind: "transfer"; ids: readonly string[] }
  | { kind: "check"; images: readonly StoredImage[] };

type CollectionPageProps = {
  id: string;
  /** The service that answers searches; null if that is unknown. */
  service: ServiceLabel | null;
};

/** A collection: its images, what can be done with each, and with those that are selected. */
export function CollectionPage({ id, service }: CollectionPageProps) {
  const open = useCollection(id);
  const { phase, collection, images, problem } = open;
  const [filter, setFilter] = useState("");
  // Another list takes longer than the time between two keys, so it follows a pause.
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const filterBy = (text: string, delayMs: number) => {
    clearTimeout(typing.current);
    typing.current = setTimeout(() => startTransition(() => setFilter(text)), delayMs);
  };
  const clearFilter = (field: HTMLInputElement | null) => {
    if (field !== null) field.value = "";
    filterBy("", 0);
  };
  const shown = useMemo(() => filterImages(images, filter), [images, filter]);
  const [store] = useState(createSelectionStore);
  const [toast, setToast] = useState<LastingToast | null>(null);
  const [notice, setNotice] = useState({ text: "", count: 0 });
  const [menu, setMenu] = useState<{ opener: HTMLElement; imageId: string | null } | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const openDialog = useCallback(
    (name: keyof typeof DIALOGS, picked: readonly StoredImage[], source?: HTMLElement) => {
      DIALOGS[name]().then(
        (Dialog) => setOpened({ Dialog, images: picked }),
        () => source && showUnloaded(source),
      );
    },
    [],
  );
  const grid = useRef<LongGridHandle>(null);
  const movedByKey = useRef<string>(null);
  const filterField = useRef<HTMLInputElement>(null);
  useRestoredPlace(id, phase === "ready", grid);

  // For handlers that must stay the same, so that tiles do not render again.
  const now = useRef({ open, images, shown, filter });
  now.current = { open, images, shown, filter };

  /** The selected images that exist, in order; or this one alone, if it is not selected. */
  const idsToChange = useCallback(
    (imageId: string): string[] => {
      const { ids } = store.selection();
      if (!ids.has(imageId)) return [imageId];
      const { images } = now.current.open.latest.current;
      return images.filter(({ id }) => ids.has(id)).map(({ id }) => id);
    },
    [store],
  );

  const move = useCallback(
    (imageId: string, beforeId: string | null) => {
      const { open } = now.current;
      const { images } = open.latest.current;
      const ids = idsToChange(imageId);
      const target = unmovedFrom(images, ids, beforeId);
      void open.move(ids, target);
      const moving = new Set(ids);
      const others = images.filter(({ id }) => !moving.has(id));
      const at = target === null ? others.length : others.findIndex(({ id }) => id === target);
      const count = images.length;
      announce(
        ids.length === 1
          ? messages("moved", { rank: at + 1, count })
          : messages("movedSome", { count: ids.length, rank: at + 1, total: count }),
      );
    },
    [idsToChange],
  );

  const onDrop = ({ imageId, target }: TileDrag) => {
    if (target === null) return;
    const at = shown.findIndex((image) => image.id === target.imageId);
    move(imageId, target.side === "before" ? target.imageId : (shown[at + 1]?.id ?? null));
  };
  const { drag, hold, isEndOfDrag } = useTileDrag(onDrop);

  const remove = useCallback(
    async (ids: readonly string[]) => {
      const { open, shown, images } = now.current;
      const gone = new Set(ids);
      const at = shown.findIndex((image) => gone.has(image.id));
      const next = shown.slice(at + 1).find((image) => !gone.has(image.id)) ?? shown[at - 1];
      const name = images.find((image) => image.id === ids[0])?.name || messages("untitled");
      const removed = await open.remove(ids);
      if (removed === null) return;
      store.select(deselected(store.selection(), ids));
      const text =
        removed.length === 1
          ? messages("removed", { name })
          : messages("removedSome", { count: removed.length });
      setToast({ text, undo: () => open.restore(removed) });
      announce(text);
      if (next === undefined || grid.current?.focusImage(next.id) !== true) {
        document.getElementById("main")?.focus();
      }
    },
    [store],
  );

  const transfer = async (to: Collection, ids: readonly string[]) => {
    const moved = await open.transfer(to.id, ids);
    if (moved === null) return;
    store.select(deselected(store.selection(), ids));
    const text = messages("transferred", { count: moved.moved.length, name: to.name });
    setToast({
      text,
      undo: () => open.undoTransfer(to.id, moved),
    });
    announce(text);
  };

  const actions = useMemo<TileActions>(
    () => ({
      open(event) {
        const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey;
        if (!isPlain || event.shiftKey || event.altKey || event.defaultPrevented) return;
        const imageId =
          event.currentTarget.closest<HTMLElement>("[data-image-id]")?.dataset.imageId;
        if (imageId === undefined) return;
        event.preventDefault();
        openImage(imageId);
      },
      hold,
      openMenu(handle, imageId) {
        if (!isEndOfDrag()) setMenu({ opener: handle, imageId });
      },
      moveByKey(event, imageId) {
        const { open, filter } = now.current;
        // A held key moves on before the last move is rendered.
        const shown = filterImages(open.latest.current.images, filter);
        const beforeId = placeByKey(event, shown, imageId);
        if (beforeId === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        if (beforeId === imageId) return;
        movedByKey.current = imageId;
        startTransition(() => move(imageId, beforeId));
      },
      saveNote: (imageId, note) => void now.current.open.change(new Map([[imageId, { note }]])),
      refresh: (image) => now.current.open.refresh(image),
    }),
    [hold, isEndOfDrag, move],
  );

  // Its handle keeps the focus, unless its row was not in the document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a move is rendered
  useEffect(() => {
    const imageId = movedByKey.current;
    if (imageId === null) return;
    movedByKey.current = null;
    requestAnimationFrame(() => {
      const focused = () => document.activeElement?.closest<HTMLElement>("[data-image-id]");
      if (focused()?.dataset.imageId !== imageId) {
        grid.current?.focusImage(imageId);
        focused()?.querySelector<HTMLElement>("[aria-haspopup]")?.focus({ preventScroll: true });
      }
      focused()?.scrollIntoView({ block: "nearest", behavior: "instant" });
    });
  }, [images]);

  const listAttributes = useMemo(
    () => ({
      ...LIST,
      // Before the list's own handler, which knows rendered tiles only.
      onKeyDownCapture(event: KeyboardEvent<HTMLUListElement>) {
        const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
        if (ctrlKey || metaKey || altKey || shiftKey || !(target instanceof HTMLAnchorElement))
          return;
        const { shown } = now.current;
        const end = key === "Home" ? shown[0] : key === "End" ? shown.at(-1) : undefined;
        if (end === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        grid.current?.focusImage(end.id);
      },
    }),
    [],
  );
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      if (target.matches("input:not([type=checkbox]), textarea, select")) return;
      if (event.key === "Escape" && store.selection().ids.size > 0) {
        store.select(NO_SELECTION);
      } else if (event.key === "Delete") {
        const imageId = target.closest<HTMLElement>("[data-image-id]")?.dataset.imageId;
        if (imageId !== undefined) void remove(idsToChange(imageId));
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [remove, idsToChange, store]);

  const hasTiles = shown.length > 0;
  useEffect(() => {
    const list = hasTiles ? document.querySelector<HTMLElement>("ul#results") : null;
    if (list === null) return;
    const leaving = new AbortController();
    watchTiles(list, {
      store,
      order: () => now.current.shown.map((image) => image.id),
      onShortcut(action, imageId) {
        const { ids: selected } = store.selection();
        const ids = selected.size > 0 ? selected : new Set([imageId]);
        const picked = now.current.images.filter(({ id }) => ids.has(id));
        const dialog = BY_KEY[action];
        if (dialog !== undefined) openDialog(dialog, picked);
        else if (action !== "credit") return false;
        else {
          void copyCredits(picked).then((text) =>
            setNotice(({ count }) => ({ text, count: count + 1 })),
          );
        }
        return true;
      },
      bandClass: bar.band ?? "",
      signal: leaving.signal,
    });
    return () => leaving.abort();
  }, [hasTiles, store, openDialog]);

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
        actions={actions}
      />
    ),
    [images, count, drag, actions],
  );

  const toastElement = toast !== null && (
    <div className={styles.toast}>
      <span dir="auto">{toast.text}</span>
      <button
        type="button"
        onClick={async () => {
          setToast(null);
          if (toast.undo === null) return;
          if (await toast.undo()) announce(messages("undone"));
        }}
      >
        {messages(toast.undo === null ? "close" : "undo")}
      </button>
    </div>
  );
  const [noteCount, clearedCount] = useMemo(
    () => [
      images.filter(({ note }) => note !== "").length,
      images.filter(({ clearance }) => clearance !== null).length,
    ],
    [images],
  );
  // The same element, so that typing renders no tile.
  const tiles = useMemo(
    () => (
      <LongGrid
        ref={grid}
        images={shown}
        listKey={filter}
        renderTile={renderTile}
        marginScreens={0.25}
        keepsEnds={false}
        listAttributes={listAttributes}
      />
    ),
    [shown, filter, renderTile, listAttributes],
  );

  if (phase === "missing" || phase === "problem") {
    return (
      <Screen
        sign={phase === "missing" ? "empty" : "crack"}
        title={messages(phase === "missing" ? "missingTitle" : "problemTitle")}
      >
        <p>
          {phase === "missing"
            ? messages("missing")
            : storageProblemMessages(problem ?? "unavailable")}
        </p>
        <div className={screen.actions}>
          <a className={button.main} href="/collections">
            {messages("back")}
          </a>
        </div>
        {toastElement}
      </Screen>
    );
  }
  if (collection === null) {
    return <h1 className={text.unseen}>{messages("one")}</h1>;
  }

  const share = async () => {
    const link = await shareLink(images, collection.name);
    const text =
      link === null
        ? messages("shareTooLong")
        : messages((await copyText(link)) ? "shareCopied" : "shareNotCopied");
    setToast({ text, undo: null });
    announce(text);
  };
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div>
          <h1 className={text.name} dir="auto">
            {collection.name}
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
                <DeskIcon name="share" />
                {messages("share")}
              </button>
              <button
                type="button"
                className={button.button}
                onClick={({ currentTarget }) => openDialog("export", images, currentTarget)}
              >
                <DeskIcon name="download" />
                {messages("export")}
              </button>
            </>
          )}
          <button
            type="button"
            className={button.icon}
            aria-haspopup="menu"
            aria-label={messages("more")}
            onClick={(event) => {
              // The menu opens and closes itself.
              event.preventDefault();
              setMenu({ opener: event.currentTarget, imageId: null });
            }}
          >
            <Icon name="more" />
          </button>
        </div>
      </div>
      {problem !== null && (
        <p className={form.problem} role="alert">
          {storageProblemMessages(problem)}
        </p>
      )}
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
          <div className={styles.tools}>
            <input
              ref={filterField}
              type="text"
              className={`${form.input} ${styles.filter}`}
              defaultValue={filter}
              placeholder={messages("filter")}
              aria-label={messages("filter")}
              autoComplete="off"
              onInput={({ currentTarget }) => filterBy(currentTarget.value, TYPING_PAUSE_MS)}
              onKeyDown={(event) => {
                const { key, currentTarget } = event;
                if (key !== "Escape" || currentTarget.value === "") return;
                event.preventDefault();
                event.stopPropagation();
                clearFilter(currentTarget);
              }}
            />
            <span className={styles.shown} role="status">
              {filter !== "" && messages("shown", { shown: count, count: images.length })}
            </span>
            <button
              type="button"
              className={button.bare}
              onClick={() =>
                store.select(
                  selectedAlso(
                    store.selection(),
                    shown.map(({ id }) => id),
                  ),
                )
              }
            >
              {messages("selectAll")}
            </button>
          </div>
          <p id="grip-help" hidden>
            {messages("gripHelp")}
          </p>
          {count === 0 ? (
            <div className={styles.none}>
              <p>{messages("noneMatch", { filter: filter.trim() })}</p>
              <button
                type="button"
                className={button.button}
                onClick={() => {
                  clearFilter(filterField.current);
                  filterField.current?.focus();
                }}
              >
                {messages("clearFilter")}
              </button>
            </div>
          ) : (
            tiles
          )}
        </>
      )}
      <div className={styles.selection}>
        <CollectionSelection
          store={store}
          images={images}
          shown={shown}
          onTransfer={(ids) => setAsked({ kind: "transfer", ids })}
          onOpenDialog={openDialog}
          onRemove={(ids) => void remove(ids)}
        />
      </div>
      {toastElement}
      {notice.text !== "" && (
        <Toast
          key={notice.count}
          text={notice.text}
          onEnd={() => setNotice({ ...notice, text: "" })}
        />
      )}
      {menu !== null && (
        <ActionMenu
          opened={menu}
          label={messages("more")}
          note={menu.imageId === null ? null : foundText(images, menu.imageId)}
          actions={menu.imageId === null ? ownActions() : imageActions(menu.imageId)}
        />
      )}
      <CollectionLightbox images={shown} store={store} service={service} />
      {opened !== null && (
        <opened.Dialog
          images={opened.images}
          title={collection.name}
          onClose={() => setOpened(null)}
        />
      )}
      {asked?.kind === "rename" && (
        <NameDialog
          title={messages("renameTitle")}
          label={messages("name")}
          value={collection.name}
          missingText={messages("nameMissing")}
          onSave={(name) => open.changeCollection({ name })}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.kind === "clear" && (
        <NameDialog
          title={messages("clearTitle")}
          label={messages("clearNote")}
          value={asked.note}
          missingText={messages("clearNoteMissing")}
          isLong
          onSave={(note) => {
            const clearance = { note, at: new Date().toISOString() };
            void open.change(new Map(asked.ids.map((id) => [id, { clearance }])));
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.kind === "check" && (
        <Suspense>
          <StillThereDialog
            images={asked.images}
            onChecked={(changes) => void open.change(changes)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
      {asked?.kind === "transfer" && (
        <TransferDialog
          fromId={id}
          count={asked.ids.length}
          onChoose={(to) => transfer(to, asked.ids)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );

  function ownActions(): MenuAction[] {
    return [
      { text: messages("rename"), act: () => setAsked({ kind: "rename" }) },
      ...(images.length > 0
        ? [{ text: messages("stillThere"), act: () => setAsked({ kind: "check", images }) }]
        : []),
      {
        text: messages("delete"),
        isDestructive: true,
        act: async () => {
          const deleted = await open.deleteAll();
          if (deleted === null) return;
          await open.load();
          const text = messages("deleted", { name: deleted.collection.name });
          announce(text);
          setToast({ text, undo: () => open.restore(deleted.images, deleted.collection) });
        },
      },
    ];
  }

  function imageActions(imageId: string): MenuAction[] {
    const image = images.find((one) => one.id === imageId);
    if (image === undefined) return [];
    const ids = idsToChange(imageId);
    return [
      { text: messages("stillThere"), act: () => setAsked({ kind: "check", images: [image] }) },
      { text: messages("moveToStart"), act: () => move(imageId, images[0]?.id ?? null) },
      { text: messages("moveToEnd"), act: () => move(imageId, null) },
      { text: messages("transfer"), act: () => setAsked({ kind: "transfer", ids }) },
      {
        text: messages("cover"),
        act: async () => {
          const isSaved = await open.changeCollection({ coverId: imageId });
          if (isSaved !== null) announce(messages("coverSet"));
        },
      },
      image.clearance === null
        ? {
            text: messages("clear"),
            act: () => setAsked({ kind: "clear", ids, note: "" }),
          }
        : {
            text: messages("unclear"),
            act: () =>
              void open.change(new Map(ids.map((each) => [each, { clearance: null }] as const))),
          },
      { text: messages("original"), act: image.imageUrl },
      ...(image.hostUrl === null ? [] : [{ text: messages("sourcePage"), act: image.hostUrl }]),
      { text: messages("remove"), isDestructive: true, act: () => void remove(ids) },
    ];
  }
}

/** Copies credits in the format chosen last. Returns what to say about it, which is announced. */
async function copyCredits(images: readonly StoredImage[]): Promise<string> {
  const isCopied = await import("@/lib/client/copy-credit").then(
    ({ copyCredit }) => copyCredit(images),
    () => false,
  );
  const text = isCopied
    ? selectionMessages("copied", { count: images.length })
    : selectionMessages("notCopied");
  announce(text);
  return text;
}

function dragOf(drag: TileDrag | null, imageId: string): "moving" | "before" | "after" | null {
  if (drag?.imageId === imageId) return "moving";
  return drag?.target?.imageId === imageId ? drag.target.side : null;
}

/** Where an image is from, and how its rights were cleared. */
function foundText(images: readonly StoredImage[], imageId: string): string | null {
  const image = images.find(({ id }) => id === imageId);
  if (image === undefined) return null;
  const { provenance, clearance } = image;
  const query = new URLSearchParams(provenance.search ?? "").get("q");
  const day = dayText(Date.parse(provenance.foundAt));
  return [
    query && messages("foundBy", { query, day }),
    clearance &&
      messages("clearedSince", { day: dayText(Date.parse(clearance.at)), note: clearance.note }),
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * Where a key moves an image: before which image of the shown ones, null for the end, its own id where
 * it stays. Undefined for other keys. Left and right are mirrored in right-to-left text.
 */
function placeByKey(
  { key, ctrlKey, metaKey, altKey, shiftKey, currentTarget }: KeyboardEvent,
  shown: readonly StoredImage[],
  imageId: string,
): string | null | undefined {
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined;
  const at = shown.findIndex(({ id }) => id === imageId);
  const isRightToLeft = getComputedStyle(currentTarget as Element).direction === "rtl";
  const [earlier, later] = isRightToLeft
    ? ["ArrowRight", "ArrowLeft"]
    : ["ArrowLeft", "ArrowRight"];
  if (key === earlier) return at <= 0 ? imageId : (shown[at - 1]?.id ?? null);
  if (key === later) return at >= shown.length - 1 ? imageId : (shown[at + 2]?.id ?? null);
  if (key === "Home") return at === 0 ? imageId : (shown[0]?.id ?? null);
  if (key === "End") return at === shown.length - 1 ? imageId : null;
  return undefined;
}
