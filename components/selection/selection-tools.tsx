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
import { Toast } from "@/components/ui/toast";
import { imageStore } from "@/lib/client/image-store";
import type { ShortcutAction } from "@/lib/client/shortcuts";
import { showUnloaded } from "@/lib/client/show-unloaded";
import { watchTiles } from "@/lib/client/tile-selection";
import type { PickedImage } from "@/lib/contract/picked-image";
import { deselected, inverted, NO_SELECTION, selectedAlso } from "@/lib/core/image/selection";
import { selectionMessages as messages } from "@/lib/messages/compiled/selection";
import { type BarAction, SelectionBar } from "./selection-bar";
import styles from "./selection-bar.module.css";

type SelectionToolsProps = {
  /** All images of the page. */
  images: readonly PickedImage[];
  /** The images that are shown, in order. */
  shown: readonly { id: string }[];
};

type DialogProps = { images: readonly PickedImage[]; onClose: () => void };

const DIALOGS = {
  save: async () => (await import("@/components/image-dialogs/save-dialog")).SaveDialog,
  credits: async () => (await import("@/components/image-dialogs/credit-dialog")).CreditDialog,
  export: async () => {
    const { ExportDialog } = await import("@/components/image-dialogs/export-dialog");
    return (props: DialogProps) => <ExportDialog {...props} title={messages("title")} />;
  },
  compare: async () => (await import("@/components/lightbox/compare")).Compare,
} satisfies Record<string, () => Promise<ComponentType<DialogProps>>>;

type DialogName = keyof typeof DIALOGS;

/** The actions on the selection, in the order of the bar. */
const ACTIONS: readonly (Pick<BarAction, "icon" | "min" | "max"> & {
  name: DialogName;
})[] = [
  { name: "save", icon: "plus" },
  { name: "credits", icon: "copy" },
  { name: "export", icon: "download" },
  { name: "compare", icon: "compare", min: 2, max: 4 },
];

/** The shortcuts that open a dialog; copying a credit opens none. */
const BY_KEY: Partial<Record<ShortcutAction, DialogName>> = { save: "save", download: "export" };

/**
 * The selection on a page with a grid: makes tiles selectable, and shows the bar while images are
 * selected. The selection survives a change of page in the same tab. Loads on first interaction.
 */
export function SelectionTools({ images, shown }: SelectionToolsProps) {
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
  const [toast, setToast] = useState("");
  // A key acts on the selection if there is one, otherwise on the focused image.
  const onShortcut = useCallback(
    (action: ShortcutAction, imageId: string) => {
      const focused = imageStore.get(imageId);
      if (focused === undefined) return false;
      const selected = imageStore.selectedImages();
      const picked = selected.length > 0 ? selected : [focused];
      const dialog = BY_KEY[action];
      if (action === "credit") void copyCredits(picked).then(setToast);
      else if (dialog !== undefined) open(dialog, picked);
      else return false;
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
    import("@/lib/client/drag-out").then(
      ({ watchDrag }) => {
        if (leaving.signal.aborted) return;
        watchDrag(list, { imagesOf: draggedImages, signal: leaving.signal });
      },
      () => {},
    );
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
          ...(action.name === "save" && { shortLabel: messages("save.short") }),
          onClick: () => open(action.name, selected),
        }))}
        onSelectAll={() => act(selectedAlso)}
        onInvert={() => act(inverted)}
        onClear={() => imageStore.select(deselected(selection, [...selection.ids]))}
        onUndo={imageStore.select}
        selection={selection}
      />
      {toast !== "" && <Toast key={toast} text={toast} onEnd={() => setToast("")} />}
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

/** Copies credits in the last chosen format. Returns the announcement. */
async function copyCredits(images: readonly PickedImage[]): Promise<string> {
  const isCopied = await import("@/lib/client/copy-credit").then(
    ({ copyCredit }) => copyCredit(images),
    () => false,
  );
  const text = isCopied ? messages("copied", { count: images.length }) : messages("notCopied");
  announce(text);
  return text;
}

/** Returns the dragged image, or the selection if it contains that image. */
function draggedImages(id: string): readonly PickedImage[] {
  if (imageStore.selection().ids.has(id)) return imageStore.selectedImages();
  return [imageStore.get(id) ?? []].flat();
}
