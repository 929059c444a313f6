import { useDeferredValue, useMemo, useSyncExternalStore } from "react";
import { clearSelection } from "@/components/selection/clear-selection";
import { SelectionBar } from "@/components/selection/selection-bar";
import type { SelectionStore } from "@/lib/client/image-store";
import type { StoredImage } from "@/lib/contract/collection";
import { inverted, selectedAlso } from "@/lib/core/image/selection";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import { selectionMessages } from "@/lib/messages/compiled/selection";
import type { OpenDialogs } from "./collection-dialogs";
import type { ImageChanges } from "./use-image-changes";

type CollectionSelectionProps = {
  store: SelectionStore;
  /** In the order of the collection. */
  images: readonly StoredImage[];
  /** The images that the filter shows. */
  shown: readonly StoredImage[];
  dialogs: Pick<OpenDialogs, "ask" | "open">;
  changes: ImageChanges;
};

/**
 * The actions on the selected images of a collection. The tiles' checkboxes change at once; the bar
 * follows in the next frame.
 */
export function CollectionSelection(props: CollectionSelectionProps) {
  const { store, images, shown, dialogs, changes } = props;
  const selection = useDeferredValue(
    useSyncExternalStore(store.subscribe, store.selection, store.selection),
  );
  const selected = useMemo(
    () => (selection.ids.size === 0 ? [] : images.filter(({ id }) => selection.ids.has(id))),
    [images, selection],
  );
  const isEmpty = selected.length === 0;
  const shownIds = useMemo(() => (isEmpty ? [] : shown.map(({ id }) => id)), [isEmpty, shown]);
  const ids = selected.map(({ id }) => id);
  const isAnyCleared = selected.some(({ clearance }) => clearance !== null);
  const isAllCleared = selected.every(({ clearance }) => clearance !== null);
  return (
    <SelectionBar
      selection={selection}
      selected={selected}
      shownIds={shownIds}
      actions={[
        {
          name: "transfer",
          icon: "collection",
          label: messages("transfer"),
          shortLabel: messages("transfer.short"),
          onClick: () => dialogs.ask({ kind: "transfer", ids }),
        },
        {
          name: "compare",
          icon: "compare",
          label: messages("compare"),
          min: 2,
          max: 4,
          menu: "narrow",
          onClick: () => dialogs.open("compare", selected),
        },
        {
          name: "credits",
          icon: "copy",
          label: messages("credits"),
          onClick: () => dialogs.open("credit", selected),
        },
        {
          name: "export",
          icon: "download",
          label: messages("export"),
          onClick: () => dialogs.open("export", selected),
        },
        {
          name: "remove",
          icon: "remove",
          label: messages("remove"),
          onClick: () => void changes.remove(ids),
        },
        {
          name: "copy",
          icon: "plus",
          label: messages("copyElsewhere"),
          menu: "always",
          onClick: () => dialogs.open("save", selected),
        },
        {
          name: "figure",
          icon: "crop",
          label: selectionMessages("figure"),
          menu: "always",
          onClick: () => dialogs.open("figure", selected),
        },
        {
          name: "note",
          icon: "details",
          label: messages("noteSome", { count: ids.length }),
          menu: "always",
          onClick: () => dialogs.ask({ kind: "note", ids }),
        },
        ...(isAllCleared
          ? []
          : [
              {
                name: "clear",
                icon: "check",
                label: messages("clear"),
                menu: "always",
                onClick: () => dialogs.ask({ kind: "clear", ids }),
              } as const,
            ]),
        ...(isAnyCleared
          ? [
              {
                name: "unclear",
                icon: "check",
                label: messages("unclear"),
                menu: "always",
                onClick: () => changes.unclear(ids),
              } as const,
            ]
          : []),
      ]}
      onSelectAll={() => store.select(selectedAlso(store.selection(), shownIds))}
      onInvert={() => store.select(inverted(store.selection(), shownIds))}
      onClear={() => clearSelection(store)}
    />
  );
}
