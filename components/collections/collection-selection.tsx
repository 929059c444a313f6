import { useCallback, useDeferredValue, useMemo, useSyncExternalStore } from "react";
import type { ActionPage, ImageAction } from "@/components/image-dialogs/image-actions";
import { TileTools } from "@/components/selection/tile-tools";
import type { SelectionStore } from "@/lib/client/image-store";
import type { StoredImage } from "@/lib/contract/collection";
import { PROOF_IMAGES_MAX } from "@/lib/contract/image-proofs";
import { useRenewedThumbnails } from "./renew-thumbnails";
import type { UsedCollection } from "./use-collection";
import type { TileDragging } from "./use-tile-drag";
import { watchPictureDrags } from "./watch-picture-drags";

type CollectionSelectionProps = Pick<TileDragging, "hold" | "isHeld"> & {
  store: SelectionStore;
  /** In the order of the collection. */
  images: readonly StoredImage[];
  /** The images that the filter shows. */
  shown: readonly StoredImage[];
  latest: UsedCollection["latest"];
  actions: readonly ImageAction<StoredImage>[];
  page: ActionPage;
  refresh: (image: StoredImage) => void;
};

/**
 * The selection of a collection. The tiles' checkboxes change at once; the bar follows in the next
 * frame.
 */
export function CollectionSelection(props: CollectionSelectionProps) {
  const { store, images, shown, latest, actions, page, hold, isHeld, refresh } = props;
  const selection = useDeferredValue(
    useSyncExternalStore(store.subscribe, store.selection, store.selection),
  );
  const selected = useMemo(
    () => (selection.ids.size === 0 ? [] : images.filter(({ id }) => selection.ids.has(id))),
    [images, selection],
  );
  // Dialogs show images that the grid has not rendered; of a large selection, the first.
  const first = useMemo(() => selected.slice(0, PROOF_IMAGES_MAX), [selected]);
  useRenewedThumbnails(first, refresh);
  const watch = useCallback(
    (list: HTMLElement, signal: AbortSignal) =>
      watchPictureDrags(list, { store, hold, isHeld, signal }),
    [store, hold, isHeld],
  );
  return (
    <TileTools
      store={store}
      selection={selection}
      selected={selected}
      shown={selected.length === 0 ? [] : shown}
      actions={actions}
      page={page}
      imagesOf={(ids) => latest.current.images.filter(({ id }) => ids.has(id))}
      watchList={watch}
    />
  );
}
