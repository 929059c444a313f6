"use client";

import { type KeyboardEvent, type RefObject, useEffect, useMemo } from "react";
import type { LongGridHandle } from "@/components/grid/long-grid";
import { copyCredits } from "@/components/image-dialogs/copy-credits";
import { useToolKeys } from "@/components/image-dialogs/use-tool-keys";
import { clearSelection } from "@/components/selection/clear-selection";
import bar from "@/components/selection/selection-bar.module.css";
import type { SelectionStore } from "@/lib/client/image-store";
import { hasModifier } from "@/lib/client/modifiers";
import type { ShortcutAction } from "@/lib/client/shortcuts";
import { imageIdOf, watchTiles } from "@/lib/client/tile-selection";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import type { OpenDialogs, SharedDialog } from "./collection-dialogs";
import type { UsedCollection } from "./use-collection";
import type { ImageChanges } from "./use-image-changes";
import type { ImageFilter } from "./use-image-filter";
import type { useTileDrag } from "./use-tile-drag";
import { watchPictureDrags } from "./watch-picture-drags";

/** The attributes of the list, except its key handler. */
const LIST = { "data-collection": "", "aria-label": messages("images") };

/** The shortcuts that open a dialog. */
const BY_KEY: Partial<Record<ShortcutAction, SharedDialog>> = { save: "save", download: "export" };

type Keyed = {
  latest: UsedCollection["latest"];
  images: ImageFilter;
  store: SelectionStore;
  grid: RefObject<LongGridHandle | null>;
  changes: ImageChanges;
  openDialog: OpenDialogs["open"];
  hold: ReturnType<typeof useTileDrag>["hold"];
  isHeld: ReturnType<typeof useTileDrag>["isHeld"];
};

/**
 * Handles the keys of a collection's page, and selecting tiles with the pointer. Returns the
 * attributes of the list.
 */
export function useCollectionKeys(keyed: Keyed) {
  const { latest, images, store, grid, changes, openDialog, hold, isHeld } = keyed;
  const { now } = images;
  const { remove, idsToChange } = changes;

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || document.querySelector("dialog[open]") !== null) return;
      if (target.matches("input:not([type=checkbox]), textarea, select")) return;
      const imageId = imageIdOf(target);
      if (event.key === "Delete" && imageId !== null) void remove(idsToChange(imageId));
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [remove, idsToChange]);

  useToolKeys();
  const hasTiles = images.shown.length > 0;
  useEffect(() => {
    const list = hasTiles ? document.querySelector<HTMLElement>("ul#results") : null;
    if (list === null) return;
    const leaving = new AbortController();
    watchTiles(list, {
      store,
      order: () => now.current.shown.map((image) => image.id),
      onShortcut(action, imageId) {
        if (action === "clear") return clearSelection(store);
        const { ids: selected } = store.selection();
        const ids = selected.size > 0 ? selected : new Set([imageId]);
        const picked = latest.current.images.filter(({ id }) => ids.has(id));
        const dialog = BY_KEY[action];
        if (picked.length === 0) return false;
        if (action === "credit") void copyCredits(picked);
        else if (dialog !== undefined) openDialog(dialog, picked);
        else return false;
        return true;
      },
      bandClass: bar.band ?? "",
      signal: leaving.signal,
    });
    watchPictureDrags(list, { store, hold, isHeld, signal: leaving.signal });
    return () => leaving.abort();
  }, [hasTiles, store, now, latest, openDialog, hold, isHeld]);

  return useMemo(
    () => ({
      ...LIST,
      // Runs before the list's own handler, which knows only the rendered tiles.
      onKeyDownCapture(event: KeyboardEvent<HTMLUListElement>) {
        const { key, target } = event;
        if (hasModifier(event) || !(target instanceof HTMLAnchorElement)) return;
        const { shown } = now.current;
        const end = key === "Home" ? shown[0] : key === "End" ? shown.at(-1) : undefined;
        if (end === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        grid.current?.focusImage(end.id);
      },
    }),
    [now, grid],
  );
}
