"use client";

import {
  type ComponentType,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { announce } from "@/components/ui/announcer";
import { imageStore } from "@/lib/client/image-store";
import type { ShortcutAction } from "@/lib/client/shortcuts";
import { showUnloaded } from "@/lib/client/show-unloaded";
import { watchTiles } from "@/lib/client/tile-selection";
import type { PickedImage } from "@/lib/contract/picked-image";
import { deselected, inverted, NO_SELECTION, selectedAlso } from "@/lib/core/selection";
import { selectionMessages as messages } from "@/lib/messages/compiled/selection";
import { type BarAction, SelectionBar } from "./selection-bar";
import styles from "./selection-bar.module.css";

type SelectionDeskProps = {
  /** The images of the page. */
  images: readonly PickedImage[];
  /** Those that are shown, in their order. */
  shown: readonly { id: string }[];
};

type DialogProps = { images: readonly PickedImage[]; onClose: () => void };

const DIALOGS = {
  save: async () => (await import("@/components/picks/save-dialog")).SaveDialog,
} satisfies Record<string, () => Promise<ComponentType<DialogProps>>>;

type DialogName = keyof typeof DIALOGS;

const NAMES = Object.keys(DIALOGS) as DialogName[];

const isDialog = (name: string): name is DialogName => NAMES.includes(name as DialogName);

/** What can be done with the selection, in the order of the bar. */
const ACTIONS: readonly (Pick<BarAction, "icon" | "isMain" | "min" | "max"> & {
  name: DialogName;
})[] = [{ name: "save", icon: "plus", isMain: true }];

/**
 * The selection on a page with a grid: makes its tiles selectable, and shows the bar while images are
 * selected. The selection stays from page to page of a tab. Loads on first interaction.
 */
export function SelectionDesk({ images, shown }: SelectionDeskProps) {
  const selection = useSyncExternalStore(
    imageStore.subscribe,
    imageStore.selection,
    () => NO_SELECTION,
  );
  const order = useRef<readonly string[]>([]);
  const [opened, setOpened] = useState<{
    Dialog: ComponentType<DialogProps>;
    images: readonly PickedImage[];
  } | null>(null);

  const open = useCallback((name: DialogName, picked: readonly PickedImage[]) => {
    const source = document.activeElement;
    DIALOGS[name]().then(
      (Dialog) => setOpened({ Dialog, images: picked }),
      () => source instanceof HTMLElement && showUnloaded(source),
    );
  }, []);
  // A key acts on the selection if there is one, otherwise on the focused image.
  const onShortcut = useCallback(
    (action: ShortcutAction, imageId: string) => {
      const focused = imageStore.get(imageId);
      const selected = imageStore.selectedImages();
      if (!isDialog(action) || focused === undefined) return false;
      open(action, selected.length > 0 ? selected : [focused]);
      return true;
    },
    [open],
  );

  useLayoutEffect(() => {
    imageStore.add(images);
    order.current = shown.map(({ id }) => id);
    const list = document.querySelector<HTMLElement>("ul#results");
    if (list === null) return;
    const leaving = new AbortController();
    watchTiles(list, {
      store: imageStore,
      order: () => order.current,
      onShortcut,
      onFocus: imageStore.setFocusedId,
      bandClass: styles.band ?? "",
      signal: leaving.signal,
    });
    return () => leaving.abort();
  }, [images, shown, onShortcut]);
  useAnnouncedCount(selection.ids.size);

  const selected = imageStore.selectedImages();
  const act = (change: typeof inverted) =>
    imageStore.select(change(imageStore.selection(), order.current));
  return (
    <>
      <SelectionBar
        selected={selected}
        shownIds={shown.map(({ id }) => id)}
        actions={ACTIONS.map((action) => ({
          ...action,
          label: messages(action.name),
          shortLabel: messages(`${action.name}.short`),
          onClick: () => open(action.name, selected),
        }))}
        onSelectAll={() => act(selectedAlso)}
        onInvert={() => act(inverted)}
        onClear={() => imageStore.select(deselected(selection, [...selection.ids]))}
        onUndo={imageStore.select}
        selection={selection}
      />
      {opened !== null && <opened.Dialog images={opened.images} onClose={() => setOpened(null)} />}
    </>
  );
}

function useAnnouncedCount(count: number): void {
  const before = useRef(count);
  useEffect(() => {
    if (before.current === count) return;
    before.current = count;
    announce(count === 0 ? messages("cleared") : messages("count", { count }));
  }, [count]);
}
