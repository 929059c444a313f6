"use client";

import { useCallback, useEffect } from "react";
import { copyCredits } from "@/components/image-dialogs/copy-credits";
import { useToolKeys } from "@/components/image-dialogs/use-tool-keys";
import { clearSelection } from "@/components/selection/clear-selection";
import { useTileSelection } from "@/components/selection/use-tile-selection";
import type { SelectionStore } from "@/lib/client/image-store";
import type { ShortcutAction } from "@/lib/client/shortcuts";
import { imageIdOf } from "@/lib/client/tile-selection";
import type { OpenDialogs, SharedDialog } from "./collection-dialogs";
import type { UsedCollection } from "./use-collection";
import type { ImageChanges } from "./use-image-changes";
import type { useTileDrag } from "./use-tile-drag";
import { watchPictureDrags } from "./watch-picture-drags";

/** The shortcuts that open a dialog. */
const BY_KEY: Partial<Record<ShortcutAction, SharedDialog>> = { save: "save", download: "export" };

type Keyed = {
  latest: UsedCollection["latest"];
  store: SelectionStore;
  changes: ImageChanges;
  openDialog: OpenDialogs["open"];
  hold: ReturnType<typeof useTileDrag>["hold"];
  isHeld: ReturnType<typeof useTileDrag>["isHeld"];
};

/** Handles the keys of a collection's page, and selecting and dragging tiles with the pointer. */
export function useCollectionKeys(keyed: Keyed) {
  const { latest, store, changes, openDialog, hold, isHeld } = keyed;
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
  const onShortcut = useCallback(
    (action: ShortcutAction, imageId: string | null) => {
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
    [store, latest, openDialog],
  );
  const watch = useCallback(
    (list: HTMLElement, signal: AbortSignal) =>
      watchPictureDrags(list, { store, hold, isHeld, signal }),
    [store, hold, isHeld],
  );
  useTileSelection({ store, onShortcut, watch });
}
