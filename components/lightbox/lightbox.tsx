"use client";

import {
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import {
  actsByShortcut,
  IMAGE_ACTIONS,
  useActionPage,
} from "@/components/image-dialogs/image-actions";
import { openLastCollection } from "@/components/image-dialogs/save-images";
import { Announcer, announce } from "@/components/ui/announcer";
import { returnFocus } from "@/components/ui/return-focus";
import { Toasts, undoLast } from "@/components/ui/toast";
import { loadedSrcOf } from "@/components/zoom/loaded-source";
import { fromItsHost, smallSource } from "@/components/zoom/picture-sources";
import { useLightboxKeys } from "@/components/zoom/use-lightbox-keys";
import { frameOf } from "@/components/zoom/use-zoom-gestures";
import { closeScale, type Frame, panBy, SCALE_STEP, WHOLE, zoomTo } from "@/components/zoom/zoom";
import { ZoomedPicture } from "@/components/zoom/zoomed-picture";
import zoomed from "@/components/zoom/zoomed-picture.module.css";
import { type GridHandle, useGrid } from "@/lib/client/grid-handle";
import { nameOf } from "@/lib/client/image-name";
import type { SelectionStore } from "@/lib/client/image-store";
import { isPlainClick } from "@/lib/client/modifiers";
import { usePictureSettings } from "@/lib/client/picture-settings";
import { revealPictures, useIsCovered } from "@/lib/client/revealed-pictures";
import { tileOf } from "@/lib/client/saved-positions";
import type { ExportedImage } from "@/lib/contract/picked-image";
import { isPicture } from "@/lib/core/image/image-sources";
import { FILMSTRIP_REACH, neighboursOf } from "@/lib/core/image/neighbours";
import { toggled } from "@/lib/core/image/selection";
import { lightboxMessages as messages } from "@/lib/messages/compiled/lightbox";
import { resultsMessages } from "@/lib/messages/compiled/results";
import { CoveredPicture } from "./covered-picture";
import { growFrom } from "./grow-from";
import { ImageDetails } from "./image-details";
import {
  LightboxLayout,
  type LightboxLinks,
  LightboxStrip,
  type PrimaryAction,
} from "./lightbox-layout";
import { LightboxTools } from "./lightbox-tools";
import { preloadPicture } from "./preload-picture";
import { useAnnouncedImage } from "./use-announced-image";
import { useCoveringDialog } from "./use-covering-dialog";

export type LightboxProps = LightboxLinks & {
  images: readonly ExportedImage[];
  /** The shown image, one of `images`. */
  imageId: string;
  /** The selection that the lightbox reads and changes. */
  store?: SelectionStore;
  /** Also replaces the button that selects. */
  PrimaryAction?: PrimaryAction | undefined;
  /** Called with the image that the visitor moves to. */
  onShow: (imageId: string) => void;
  /** Called when the visitor closes the lightbox; stop rendering it to close it. */
  onClose: () => void;
};

/**
 * The lightbox over the current page. It opens from the tile of its image (`data-image-id`) if that
 * is in the document. When it closes, the page's grid focuses the tile of the last shown image.
 */
export function Lightbox(props: LightboxProps) {
  const { images, imageId, store, PrimaryAction, onShow, onClose, ...links } = props;
  const rank = images.findIndex(({ id }) => id === imageId);
  const image = images[rank];
  const dialog = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const fit = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ imageId, zoom: WHOLE });
  const zoom = view.imageId === imageId ? view.zoom : WHOLE;
  const [isPanelHidden, setIsPanelHidden] = useState(false);
  const page = useActionPage({});
  const settings = usePictureSettings();
  const mode = settings?.mode ?? "server";
  const isCovered = useIsCovered();
  const smallSrcOf = useCallback(
    (shown: ExportedImage) =>
      isCovered(shown) ? null : smallSource(mode === "direct" ? fromItsHost(shown) : shown),
    [isCovered, mode],
  );
  const preload = (shown: ExportedImage | undefined) => {
    if (shown === undefined || isCovered(shown) || settings?.savesData) return;
    preloadPicture(mode === "direct" ? fromItsHost(shown) : shown);
  };
  useAnnouncedImage(images, rank);
  // The frame in which the picture changes renders the picture alone. The panel and the filmstrip
  // follow, and after the first picture the tools. None of them moves the picture.
  const detailedId = useDeferredValue(imageId, null);
  const detailedRank = images.findIndex(({ id }) => id === detailedId);
  const detailed = images[detailedRank];

  useCoveringDialog(dialog, onClose);
  useOpening(image?.id, fit);
  useDocumentTitle(image && nameOf(image));

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another picture is the current one
  useLayoutEffect(() => {
    const strip = box.current?.querySelector("nav");
    const current = strip?.querySelector<HTMLElement>("[aria-current]");
    if (!strip || !current) return;
    const { left, width } = current.getBoundingClientRect();
    const frame = strip.getBoundingClientRect();
    strip.scrollBy({ left: left + width / 2 - frame.left - frame.width / 2, behavior: "instant" });
  }, [detailedId]);

  const { previous, next } = neighboursOf(images, rank);
  const show = (shown: typeof next) => {
    if (shown !== undefined) onShow(shown.id);
  };
  const changeZoom = (change: (frame: Frame) => typeof zoom) => {
    const stage = fit.current?.parentElement;
    const frame = stage ? frameOf(stage) : null;
    if (frame !== null) setView({ imageId, zoom: change(frame) });
  };
  const zoomBy = (change: (scale: number, frame: Frame) => number) =>
    changeZoom((frame) => zoomTo(zoom, change(zoom.scale, frame), frame));
  const togglePanel = () => setIsPanelHidden((isHidden) => !isHidden);
  const toggleFullScreen = () => {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    else box.current?.firstElementChild?.requestFullscreen().catch(() => {});
  };
  const select = (id: string) => {
    if (store === undefined) return;
    store.select(toggled(store.selection(), id));
    announce(messages(store.selection().ids.has(id) ? "selected" : "notSelected"));
  };
  const onFollow = useCallback(
    (event: MouseEvent, followed: string | null) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      if (followed === null) onClose();
      else onShow(followed);
    },
    [onClose, onShow],
  );

  useLightboxKeys(dialog, {
    acts: {
      ...(image && actsByShortcut(IMAGE_ACTIONS, [image], page)),
      previous: () => show(previous),
      next: () => show(next),
      details: togglePanel,
      fullScreen: toggleFullScreen,
      zoomIn: () => zoomBy((scale) => scale * SCALE_STEP),
      zoomOut: () => zoomBy((scale) => scale / SCALE_STEP),
      zoomWhole: () => zoomBy(() => 1),
      download: () => box.current?.querySelector<HTMLElement>("[data-download]")?.click(),
      undo: undoLast,
      openLast: openLastCollection,
      select: store && (() => select(imageId)),
    },
    pan: zoom.scale > 1 ? (by) => changeZoom((frame) => panBy(zoom, by, frame)) : null,
  });

  if (image === undefined) return null;
  const details = { images, rank: detailedRank, hrefOf: links.hrefOf, onFollow, smallSrcOf };
  return createPortal(
    <dialog
      ref={dialog}
      open
      className={zoomed.cover}
      aria-modal="true"
      // The heading in the panel comes later.
      aria-label={image && nameOf(image)}
      tabIndex={-1}
    >
      <div ref={box} onLoadCapture={markLoaded}>
        <LightboxLayout
          images={images}
          hrefOf={links.hrefOf}
          rank={rank}
          onFollow={onFollow}
          strip={detailed && <LightboxStrip {...details} reach={FILMSTRIP_REACH} />}
          panel={
            detailed && (
              <ImageDetails
                {...details}
                {...links}
                mode={mode}
                image={detailed}
                PrimaryAction={PrimaryAction}
              />
            )
          }
          isPanelHidden={isPanelHidden}
          notice={<Toasts />}
          picture={
            isCovered(image) ? (
              <CoveredPicture
                image={image}
                onReveal={() => {
                  revealPictures([imageId]);
                  // The button leaves the document.
                  dialog.current?.focus();
                }}
              />
            ) : (
              <ZoomedPicture
                key={imageId}
                ref={fit}
                image={image}
                loadedSrc={loadedSrcOf(imageId)}
                zoom={zoom}
                onZoom={(next) => setView({ imageId, zoom: next })}
                onSwipe={(to) =>
                  to === "down" ? onClose() : show(to === "next" ? next : previous)
                }
                onLoad={() => [next, previous].forEach(preload)}
                zoomsByWheel={isWide}
              />
            )
          }
          tools={
            detailedId !== null && (
              <LightboxTools
                imageId={imageId}
                store={PrimaryAction ? undefined : store}
                onSelect={select}
                isZoomed={zoom.scale > 1}
                onZoom={() => zoomBy((scale, frame) => (scale > 1 ? 1 : closeScale(frame)))}
                onFullScreen={toggleFullScreen}
                hasPanel={!isPanelHidden}
                onPanel={togglePanel}
              />
            )
          }
        />
      </div>
      <Announcer />
    </dialog>,
    document.body,
  );
}

/** Grows the picture from its tile; on closing, focuses the tile of the last shown image. */
function useOpening(imageId: string | undefined, fit: RefObject<HTMLElement | null>): void {
  const grid = useGrid();
  const shown = useRef({ imageId, grid });
  useLayoutEffect(() => {
    shown.current = { imageId: imageId ?? shown.current.imageId, grid };
  }, [imageId, grid]);
  useLayoutEffect(() => {
    const { imageId: openedId = null } = shown.current;
    growFrom(tileOf(openedId)?.querySelector("img") ?? null, fit.current);
    // A long grid renders the tile first, and cannot do that while React removes the lightbox.
    return () => queueMicrotask(() => focusLastTile(shown.current));
  }, [fit]);
}

/** Focuses the tile of the last shown image; without one, the page, not the body. */
function focusLastTile({
  imageId,
  grid,
}: {
  imageId: string | undefined;
  grid: GridHandle | null;
}) {
  if (imageId !== undefined && grid?.focusImage(imageId)) return;
  returnFocus(null);
}

/** While an image is shown, the document has its title. */
function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    document.title = resultsMessages("pageTitle", { page: title });
    return () => {
      document.title = before;
    };
  }, [title]);
}

/** Marks a loaded picture, whose background is styled. */
function markLoaded({ target }: SyntheticEvent): void {
  if (target instanceof HTMLImageElement && isPicture(target)) target.dataset.loaded = "";
}

/** Above this width the stage does not scroll (lightbox.module.css). */
function isWide(): boolean {
  return matchMedia("(min-width: 64rem)").matches;
}
