"use client";

import { useCallback, useLayoutEffect, useRef } from "react";
import { DialogHost } from "@/components/image-dialogs/dialog-host";
import {
  type ActionPage,
  actsByShortcut,
  type ImageAction,
} from "@/components/image-dialogs/image-actions";
import { useToolKeys } from "@/components/image-dialogs/use-tool-keys";
import { Toasts } from "@/components/ui/toast";
import { useGrid } from "@/lib/client/grid-handle";
import type { SelectionStore } from "@/lib/client/image-store";
import type { ShortcutAction } from "@/lib/client/shortcuts";
import type { TileSelectionOptions } from "@/lib/client/tile-selection";
import type { PickedImage } from "@/lib/contract/picked-image";
import { inverted, type Selection, selectedAlso } from "@/lib/core/image/selection";
import { clearSelection } from "./clear-selection";
import { SelectionBar } from "./selection-bar";
import { usePeek } from "./use-peek";
import { useTileSelection } from "./use-tile-selection";

type TileToolsProps<I extends PickedImage> = {
  store: SelectionStore;
  /** As the bar shows it. */
  selection: Selection;
  /** The images of `selection`. */
  selected: readonly I[];
  /** Whether the selection survives leaving the page. */
  isKept?: boolean;
  /** The images that the grid shows. */
  shown: readonly { id: string }[];
  actions: readonly ImageAction<I>[];
  page: ActionPage;
  /** Returns the known images of these ids. */
  imagesOf: (ids: ReadonlySet<string>) => readonly I[];
  /** Must be stable. */
  onFocus?: TileSelectionOptions["onFocus"];
  watchList: (list: HTMLElement, signal: AbortSignal) => void;
};

/** The selection of a page's grid: its tiles, its keys, its bar, and the dialogs and toasts of actions. */
export function TileTools<I extends PickedImage>(props: TileToolsProps<I>) {
  const { store, selection, selected, shown, actions, page, onFocus, watchList } = props;
  const { isKept = true } = props;
  const grid = useGrid();
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const { peeked, peek } = usePeek();
  // A key acts on the selection if there is one, otherwise on the focused image.
  const onShortcut = useCallback(
    (key: ShortcutAction, imageId: string | null) => {
      if (key === "clear") return clearSelection(store);
      const { ids } = store.selection();
      const { actions, imagesOf, page } = latest.current;
      if (key === "peek") {
        const [image] = imageId === null ? [] : imagesOf(new Set([imageId]));
        return image !== undefined && peek(image);
      }
      const images = imagesOf(ids.size > 0 ? ids : new Set(imageId === null ? [] : [imageId]));
      const act = images.length > 0 ? actsByShortcut(actions, images, page)[key] : undefined;
      act?.();
      return act !== undefined;
    },
    [store, peek],
  );
  useTileSelection({
    store,
    onShortcut,
    onFocus,
    watchList,
  });
  useToolKeys();
  const change = (by: typeof inverted) => store.select(by(store.selection(), grid?.order() ?? []));
  return (
    <>
      <SelectionBar
        selection={selection}
        selected={selected}
        isKept={isKept}
        shown={shown}
        actions={actions}
        page={page}
        onSelectAll={() => change(selectedAlso)}
        onInvert={() => change(inverted)}
        onClear={() => clearSelection(store)}
      />
      {peeked}
      <Toasts />
      <DialogHost />
    </>
  );
}
