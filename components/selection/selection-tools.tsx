"use client";

import {
  type ComponentType,
  useCallback,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { copyCredits } from "@/components/image-dialogs/copy-credits";
import { saveToLast } from "@/components/image-dialogs/save-images";
import { useToolKeys } from "@/components/image-dialogs/use-tool-keys";
import { Toasts } from "@/components/ui/toast";
import { useLastCollectionName } from "@/lib/client/collections/collection-shelf";
import { useGrid } from "@/lib/client/grid-handle";
import { imageStore } from "@/lib/client/image-store";
import type { ShortcutAction } from "@/lib/client/shortcuts";
import { showUnloaded } from "@/lib/client/show-unloaded";
import type { PickedImage } from "@/lib/contract/picked-image";
import { inverted, NO_SELECTION, selectedAlso } from "@/lib/core/image/selection";
import { selectionMessages as messages } from "@/lib/messages/compiled/selection";
import { clearSelection } from "./clear-selection";
import { type BarAction, SelectionBar } from "./selection-bar";
import { useTileSelection } from "./use-tile-selection";

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
  figure: async () => (await import("@/components/image-dialogs/figure-dialog")).FigureDialog,
  export: async () => {
    const { ExportDialog } = await import("@/components/image-dialogs/export-dialog");
    return (props: DialogProps) => <ExportDialog {...props} title={messages("title")} />;
  },
  compare: async () => (await import("@/components/image-dialogs/compare-dialog")).Compare,
} satisfies Record<string, () => Promise<ComponentType<DialogProps>>>;

type DialogName = keyof typeof DIALOGS;

/** The actions on the selection after saving, in the order of the bar. */
const ACTIONS: readonly (Pick<BarAction, "icon" | "min" | "max" | "menu"> & {
  name: DialogName;
})[] = [
  { name: "credits", icon: "copy" },
  { name: "export", icon: "download" },
  { name: "compare", icon: "compare", min: 2, max: 4, menu: "narrow" },
  { name: "figure", icon: "crop", menu: "always" },
];

/** The shortcuts that open a dialog. */
const BY_KEY: Partial<Record<ShortcutAction, DialogName>> = { save: "save", download: "export" };

/**
 * The selection on a page with a grid: makes tiles selectable, and shows the bar while images are
 * selected. The selection survives a change of page in the same tab. Loads when the browser is idle.
 */
export function SelectionTools({ images, shown }: SelectionToolsProps) {
  const selection = useSyncExternalStore(
    imageStore.subscribe,
    imageStore.selection,
    () => NO_SELECTION,
  );
  const grid = useGrid();
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
  const save = useCallback(
    async (picked: readonly PickedImage[]) => {
      if (!(await saveToLast(picked))) open("save", picked);
    },
    [open],
  );
  // A key acts on the selection if there is one, otherwise on the focused image.
  const onShortcut = useCallback(
    (action: ShortcutAction, imageId: string | null) => {
      if (action === "clear") return clearSelection(imageStore);
      const focused = imageId === null ? undefined : imageStore.get(imageId);
      const selected = imageStore.selectedImages();
      const picked = selected.length > 0 ? selected : focused === undefined ? [] : [focused];
      const dialog = BY_KEY[action];
      if (picked.length === 0) return false;
      if (action === "saveToLast") void save(picked);
      else if (action === "credit") void copyCredits(picked);
      else if (dialog !== undefined) open(dialog, picked);
      else return false;
      return true;
    },
    [open, save],
  );

  useLayoutEffect(() => {
    imageStore.add(images);
  }, [images]);
  useTileSelection({
    store: imageStore,
    onShortcut,
    onFocus: imageStore.setFocusedId,
    watch: watchDragOut,
  });
  useToolKeys();

  const selected = imageStore.selectedImages();
  const last = useLastCollectionName();
  const elsewhere: BarAction = {
    name: "save",
    icon: "chevron",
    label: messages("saveElsewhere"),
    menu: "narrow",
    isIconOnly: true,
    onClick: () => open("save", selected),
  };
  const act = (change: typeof inverted) =>
    imageStore.select(change(imageStore.selection(), grid?.order() ?? []));
  return (
    <>
      <SelectionBar
        selected={selected}
        shownIds={shown.map(({ id }) => id)}
        actions={[
          {
            name: "saveToLast",
            icon: "plus",
            label: last === null ? messages("save") : messages("saveTo", { name: last }),
            shortLabel: messages("save.short"),
            onClick: () => save(selected),
          },
          ...(last === null ? [] : [elsewhere]),
          ...ACTIONS.map((action) => ({
            ...action,
            label: messages(action.name),
            onClick: () => open(action.name, selected),
          })),
        ]}
        onSelectAll={() => act(selectedAlso)}
        onInvert={() => act(inverted)}
        onClear={() => clearSelection(imageStore)}
        selection={selection}
      />
      <Toasts />
      {opened !== null && <opened.Dialog images={opened.images} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Lets images be dragged to other programs, once the code for it has loaded. */
function watchDragOut(list: HTMLElement, signal: AbortSignal): void {
  import("@/lib/client/drag-out").then(
    ({ watchDrag }) => {
      if (!signal.aborted) watchDrag(list, { imagesOf: draggedImages, signal });
    },
    () => {},
  );
}

/** Returns the dragged image, or the selection if it contains that image. */
function draggedImages(id: string): readonly PickedImage[] {
  if (imageStore.selection().ids.has(id)) return imageStore.selectedImages();
  return [imageStore.get(id) ?? []].flat();
}
