"use client";

import {
  type ComponentType,
  type MouseEvent,
  type SyntheticEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import {
  type Offset,
  panBy,
  SCALE_CLOSE,
  SCALE_STEP,
  WHOLE,
  zoomTo,
} from "@/components/lightbox/zoom";
import button from "@/components/ui/button.module.css";
import text from "@/components/ui/text.module.css";
import { Toast } from "@/components/ui/toast";
import { ToolIcon } from "@/components/ui/tool-icon";
import { copyCredit } from "@/lib/client/copy-credit";
import { nameOf } from "@/lib/client/image-name";
import type { SelectionStore } from "@/lib/client/image-store";
import { isPlainClick } from "@/lib/client/modifiers";
import { tileOf } from "@/lib/client/saved-positions";
import { readShortcut } from "@/lib/client/shortcuts";
import { showUnloaded } from "@/lib/client/show-unloaded";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { NO_SELECTION, toggled } from "@/lib/core/image/selection";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { HoldingCollections } from "./holding-collections";
import styles from "./lightbox.module.css";
import {
  LightboxLayout,
  type LightboxLinks,
  LightboxPanel,
  LightboxStrip,
} from "./lightbox-layout";
import { loadedSrcOf } from "./loaded-source";
import { pictureSources } from "./picture-sources";
import { useCoveringDialog } from "./use-covering-dialog";
import { useDownloads } from "./use-downloads";
import { frameOf, readPan } from "./use-zoom-gestures";
import { ZoomedPicture } from "./zoomed-picture";

/** Neighbours on each side in the filmstrip: more than the widest window shows. */
const REACH = 20;

type PickDialog = ComponentType<{ images: readonly ExportedImage[]; onClose: () => void }>;

const DIALOGS = {
  save: async (): Promise<PickDialog> =>
    (await import("@/components/image-dialogs/save-dialog")).SaveDialog,
  credit: async (): Promise<PickDialog> =>
    (await import("@/components/image-dialogs/credit-dialog")).CreditDialog,
};

export type LightboxProps = LightboxLinks & {
  images: readonly ExportedImage[];
  /** The shown image, which is one of them. */
  imageId: string;
  /** The selection that the lightbox changes. */
  store?: SelectionStore;
  /** Called with the image that the visitor goes to. */
  onShow: (imageId: string) => void;
  /** Called when the visitor closes the lightbox; it closes when it is no longer rendered. */
  onClose: () => void;
};

/**
 * The lightbox over the page it is rendered in, from the tile of its image (`data-image-id`) if that is
 * in the document. Closed, it focuses the tile of the image that was shown last.
 */
export function Lightbox(props: LightboxProps) {
  const { images, imageId, store, onShow, onClose } = props;
  const rank = images.findIndex(({ id }) => id === imageId);
  const image = images[rank];
  const headingId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const fit = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ imageId, zoom: WHOLE });
  const zoom = view.imageId === imageId ? view.zoom : WHOLE;
  const [isPanelHidden, setIsPanelHidden] = useState(false);
  const [opened, setOpened] = useState<{ Dialog: PickDialog } | null>(null);
  const [closedCount, setClosedCount] = useState(0);
  const { downloads, onDownload } = useDownloads();
  const [said, setSaid] = useState("");
  const [toast, setToast] = useState({ text: "", count: 0 });
  const shown = useRef(imageId);
  // Each frame that shows another picture shows it alone: the panel and the filmstrip follow, and after
  // the first one the tools. None of them moves the picture.
  const detailedId = useDeferredValue(imageId, null);

  useCoveringDialog(dialog, onClose);
  useLayoutEffect(() => {
    growFrom(tileOf(shown.current)?.querySelector("img") ?? null, fit.current);
    return () => focusTile(shown.current);
  }, []);

  const step = (by: 1 | -1) => {
    const next = images[rank + by];
    if (next !== undefined) onShow(next.id);
  };
  const zoomBy = (change: (scale: number) => number) => {
    const frame = fit.current?.parentElement && frameOf(fit.current.parentElement);
    if (frame) setView({ imageId, zoom: zoomTo(zoom, change(zoom.scale), frame) });
  };
  const panPicture = (by: Offset) => {
    const frame = fit.current?.parentElement && frameOf(fit.current.parentElement);
    if (frame) setView({ imageId, zoom: panBy(zoom, by, frame) });
  };
  const toggleZoom = () => zoomBy((scale) => (scale > 1 ? 1 : SCALE_CLOSE));
  const copy = useCallback((copied: ExportedImage) => {
    void copyCredit([copied]).then((isCopied) => {
      const text = messages(isCopied ? "copied" : "notCopied");
      setSaid(text);
      setToast(({ count }) => ({ text, count: count + 1 }));
    });
  }, []);
  const select = (id: string) => {
    if (store === undefined) return;
    store.select(toggled(store.selection(), id));
    const isSelected = store.selection().ids.has(id);
    setSaid(messages(isSelected ? "selected" : "notSelected"));
  };
  const openDialog = useCallback((name: keyof typeof DIALOGS) => {
    const source = document.activeElement;
    DIALOGS[name]().then(
      (Dialog) => setOpened({ Dialog }),
      () => source instanceof HTMLElement && showUnloaded(source),
    );
  }, []);
  const onDialogClose = () => {
    setOpened(null);
    setClosedCount((count) => count + 1);
  };
  const toggleFullScreen = () => {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    else box.current?.firstElementChild?.requestFullscreen().catch(() => {});
  };

  useEffect(() => {
    if (shown.current === imageId || image === undefined) return;
    shown.current = imageId;
    setSaid(
      messages("announced", { position: rank + 1, count: images.length, name: nameOf(image) }),
    );
  }, [image, imageId, images.length, rank]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another picture is the current one
  useLayoutEffect(() => {
    const strip = box.current?.querySelector("nav");
    const current = strip?.querySelector<HTMLElement>("[aria-current]");
    if (!strip || !current) return;
    const { left, width } = current.getBoundingClientRect();
    const frame = strip.getBoundingClientRect();
    strip.scrollBy({ left: left + width / 2 - frame.left - frame.width / 2, behavior: "instant" });
  }, [detailedId]);

  const title = image && nameOf(image);
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    document.title = resultsMessages("pageTitle", { page: title });
    return () => {
      document.title = before;
    };
  }, [title]);

  const keys = useRef<(event: KeyboardEvent) => void>(null);
  useEffect(() => {
    keys.current = (event) => {
      const acts: Partial<Record<string, () => void>> = {
        previous: () => step(-1),
        next: () => step(1),
        details: () => setIsPanelHidden((isHidden) => !isHidden),
        fullScreen: toggleFullScreen,
        zoomIn: () => zoomBy((scale) => scale * SCALE_STEP),
        zoomOut: () => zoomBy((scale) => scale / SCALE_STEP),
        zoomWhole: () => zoomBy(() => 1),
        download: () => box.current?.querySelector<HTMLElement>("[data-download]")?.click(),
        credit: image && (() => copy(image)),
        save: () => openDialog("save"),
        select: store && (() => select(imageId)),
      };
      const by = zoom.scale > 1 ? readPan(event, dialog.current) : null;
      const action = readShortcut(event, "lightbox", dialog.current);
      // Zoomed in, the arrows move the picture.
      const isPan = by !== null && (action === null || action === "previous" || action === "next");
      const act = isPan ? () => panPicture(by) : acts[action ?? ""];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => keys.current?.(event);
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  const onFollow = useCallback(
    (event: MouseEvent, followed: string | null) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      if (followed === null) onClose();
      else onShow(followed);
    },
    [onClose, onShow],
  );
  const { hrefOf, siteHrefOf, isPaid, origin } = props;
  // The same elements until the details are another image's.
  const { strip, panel } = useMemo(() => {
    const detailedRank = images.findIndex(({ id }) => id === detailedId);
    const detailed = images[detailedRank];
    if (detailed === undefined) return { strip: null, panel: null };
    const parts = { images, rank: detailedRank, hrefOf, onFollow };
    return {
      strip: <LightboxStrip {...parts} reach={REACH} />,
      panel: (
        <LightboxPanel
          {...parts}
          siteHrefOf={siteHrefOf}
          isPaid={isPaid}
          origin={origin}
          heading="h2"
          headingId={headingId}
          onDownload={onDownload}
          download={downloads.get(detailed.id) ?? null}
          save={
            <>
              <button type="button" className={button.main} onClick={() => openDialog("save")}>
                <ToolIcon name="plus" />
                {messages("save")}
              </button>
              <HoldingCollections imageId={detailed.id} revision={closedCount} />
            </>
          }
          creditTools={
            <>
              <button type="button" className={button.bare} onClick={() => openDialog("credit")}>
                {messages("formats")}
              </button>
              <button
                type="button"
                className={button.icon}
                aria-label={messages("copyCredit")}
                onClick={() => copy(detailed)}
              >
                <ToolIcon name="copy" />
              </button>
            </>
          }
        />
      ),
    };
  }, [
    detailedId,
    images,
    hrefOf,
    siteHrefOf,
    isPaid,
    origin,
    onFollow,
    headingId,
    openDialog,
    closedCount,
    onDownload,
    downloads,
    copy,
  ]);
  if (image === undefined) return null;
  return createPortal(
    <>
      <dialog
        ref={dialog}
        open
        className={styles.dialog}
        aria-modal="true"
        aria-labelledby={headingId}
        tabIndex={-1}
      >
        <div ref={box} onLoadCapture={markLoaded}>
          <LightboxLayout
            images={images}
            hrefOf={hrefOf}
            rank={rank}
            onFollow={onFollow}
            strip={strip}
            panel={panel}
            isPanelHidden={isPanelHidden}
            notice={
              toast.text !== "" && (
                <Toast
                  key={toast.count}
                  text={toast.text}
                  onEnd={() => setToast({ ...toast, text: "" })}
                />
              )
            }
            picture={
              <ZoomedPicture
                key={imageId}
                ref={fit}
                image={image}
                loadedSrc={loadedSrcOf(imageId)}
                zoom={zoom}
                onZoom={(next) => setView({ imageId, zoom: next })}
                onSwipe={step}
                onLoad={() => [images[rank + 1], images[rank - 1]].forEach(preload)}
                zoomsByWheel={isWide}
              />
            }
            tools={
              detailedId !== null && (
                <>
                  {store && <SelectButton store={store} imageId={imageId} onClick={select} />}
                  <button
                    type="button"
                    className={`${button.icon} ${styles.wide}`}
                    aria-label={messages(zoom.scale > 1 ? "zoomOut" : "zoomIn")}
                    onClick={toggleZoom}
                  >
                    <ToolIcon name="zoom" />
                  </button>
                  {document.fullscreenEnabled && (
                    <button
                      type="button"
                      className={button.icon}
                      aria-label={messages("fullScreen")}
                      onClick={toggleFullScreen}
                    >
                      <ToolIcon name="full" />
                    </button>
                  )}
                  <button
                    type="button"
                    className={`${button.icon} ${styles.wide}`}
                    aria-label={messages("details")}
                    aria-pressed={!isPanelHidden}
                    onClick={() => setIsPanelHidden(!isPanelHidden)}
                  >
                    <ToolIcon name="details" />
                  </button>
                </>
              )
            }
          />
        </div>
        <p role="status" className={text.unseen}>
          {said}
        </p>
      </dialog>
      {opened && <opened.Dialog images={[image]} onClose={onDialogClose} />}
    </>,
    document.body,
  );
}

type SelectButtonProps = {
  store: SelectionStore;
  imageId: string;
  onClick: (imageId: string) => void;
};

/** A button, since the styles of the grid react to every checkbox of the document. */
function SelectButton({ store, imageId, onClick }: SelectButtonProps) {
  const { ids } = useSyncExternalStore(store.subscribe, store.selection, () => NO_SELECTION);
  return (
    <button
      type="button"
      className={`${button.bare} ${styles.select}`}
      aria-pressed={ids.has(imageId)}
      onClick={() => onClick(imageId)}
    >
      <span className={styles.box}>
        <ToolIcon name="check" isSmall />
      </span>
      {messages("select")}
    </button>
  );
}

/** For the style of what stands behind a picture. */
function markLoaded({ target }: SyntheticEvent): void {
  if (target instanceof HTMLImageElement && target.naturalWidth > 1) target.dataset.loaded = "";
}

/** Above this width the stage does not scroll (lightbox.module.css). */
function isWide(): boolean {
  return matchMedia("(width > 60rem)").matches;
}

/** Gives the focus back to the grid, at the image that was shown last. */
function focusTile(imageId: string): void {
  const tile = tileOf(imageId);
  tile?.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
  tile?.scrollIntoView({ block: "nearest", behavior: "instant" });
}

/** Animates the picture from its tile to its place in the lightbox. */
function growFrom(img: HTMLImageElement | null, fit: HTMLElement | null): void {
  if (img === null || fit === null) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const from = img.getBoundingClientRect();
  const to = fit.getBoundingClientRect();
  if (from.width === 0 || to.width === 0) return;
  const xPx = from.left + from.width / 2 - to.left - to.width / 2;
  const yPx = from.top + from.height / 2 - to.top - to.height / 2;
  const transform = `translate(${xPx}px, ${yPx}px) scale(${from.width / to.width})`;
  fit.animate([{ transform }, { transform: "none" }], {
    duration: GROW_MS,
    easing: "cubic-bezier(0.2, 0, 0, 1)",
  });
}

const GROW_MS = 200;

/** Kept, so that the browser finishes loading them. */
const preloaded: HTMLImageElement[] = [];
const PRELOADED_MAX = 4;

function preload(image: ExportedImage | undefined): void {
  const sources = image && pictureSources(image);
  if (!sources) return;
  const img = new Image();
  // The sizes before the sources, which the browser requests at once.
  Object.assign(img, { referrerPolicy: "no-referrer", fetchPriority: "low" });
  if (sources.sizes) img.sizes = sources.sizes;
  if (sources.srcSet) img.srcset = sources.srcSet;
  img.src = sources.src;
  preloaded.push(img);
  if (preloaded.length > PRELOADED_MAX) preloaded.shift();
}
