"use client";

import { useLayoutEffect } from "react";
import { useGrid } from "@/lib/client/grid-handle";
import { type TileSelectionOptions, watchTiles } from "@/lib/client/tile-selection";
import styles from "./selection-bar.module.css";

type WatchedSelection = Pick<
  TileSelectionOptions,
  "store" | "onShortcut" | "onFocus" | "showsBoxes"
> & {
  /** Handles further events of the list, until `signal` aborts. */
  watchList?: (list: HTMLElement, signal: AbortSignal) => void;
};

/** Makes the tiles of the page's grid selectable (`watchTiles`). All functions must be stable. */
export function useTileSelection(options: WatchedSelection): void {
  const { store, onShortcut, onFocus, showsBoxes, watchList } = options;
  const grid = useGrid();
  useLayoutEffect(() => {
    if (grid === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    watchTiles(grid.element, {
      store,
      order: grid.order,
      onShortcut,
      onFocus,
      showsBoxes,
      bandClass: styles.band ?? "",
      signal,
    });
    watchList?.(grid.element, signal);
    return () => leaving.abort();
  }, [grid, store, onShortcut, onFocus, showsBoxes, watchList]);
}
