"use client";

import { useLayoutEffect, useSyncExternalStore } from "react";
import { IMAGE_ACTIONS, useActionPage } from "@/components/image-dialogs/image-actions";
import { imageStore } from "@/lib/client/image-store";
import type { PickedImage } from "@/lib/contract/picked-image";
import { NO_SELECTION } from "@/lib/core/image/selection";
import { TileTools } from "./tile-tools";

type SelectionToolsProps = {
  /** All images of the page. */
  images: readonly PickedImage[];
  /** The images that are shown, in order. */
  shown: readonly { id: string }[];
};

/**
 * The selection on a page with a grid: makes tiles selectable, and shows the bar while images are
 * selected. The selection survives a change of page in the same tab. Loads when the browser is idle.
 */
export function SelectionTools({ images, shown }: SelectionToolsProps) {
  const { subscribe, selection: read } = imageStore;
  const selection = useSyncExternalStore(subscribe, read, () => NO_SELECTION);
  const isKept = useSyncExternalStore(subscribe, imageStore.isKept, () => true);
  const page = useActionPage({ store: imageStore });
  useLayoutEffect(() => imageStore.add(images), [images]);
  return (
    <TileTools
      store={imageStore}
      selection={selection}
      selected={imageStore.selectedImages()}
      isKept={isKept}
      shown={shown}
      actions={IMAGE_ACTIONS}
      page={page}
      imagesOf={imagesOf}
      onFocus={imageStore.setFocusedId}
      watchList={watchDragOut}
    />
  );
}

function imagesOf(ids: ReadonlySet<string>): readonly PickedImage[] {
  return [...ids].flatMap((id) => imageStore.get(id) ?? []);
}

/** Lets images be dragged to other programs, once the code for it has loaded. */
function watchDragOut(list: HTMLElement, signal: AbortSignal): void {
  // A dragged image that is selected takes the selection along.
  const dragged = (id: string) => {
    const { ids } = imageStore.selection();
    return imagesOf(ids.has(id) ? ids : new Set([id]));
  };
  import("@/lib/client/drag-out").then(
    ({ watchDrag }) => {
      if (!signal.aborted) watchDrag(list, { imagesOf: dragged, signal });
    },
    () => {},
  );
}
