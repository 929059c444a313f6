"use client";

import { type RefObject, useCallback } from "react";
import { unmovedFrom } from "@/components/collections/moved-before";
import { undoAction } from "@/components/image-dialogs/undo-action";
import { returnFocus } from "@/components/ui/return-focus";
import { showToast } from "@/components/ui/toast";
import { CollectionStorageError } from "@/lib/client/collections/collection-database";
import {
  createCollection,
  type EditorChange,
  moveImages,
  putBack,
  readCollection,
  undoChange,
  undoSave,
  undoTransfer,
} from "@/lib/client/collections/collection-store";
import type { SaveTarget } from "@/lib/client/collections/save-to-collection";
import type { GridHandle } from "@/lib/client/grid-handle";
import type { SelectionStore } from "@/lib/client/image-store";
import { deselected } from "@/lib/core/image/selection";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import { tileMessages } from "@/lib/messages/compiled/tile";
import { showDeleted } from "./show-deleted";
import type { UsedCollection } from "./use-collection";
import type { ImageFilter } from "./use-image-filter";

type Changed = {
  /** The id of the collection. */
  id: string;
  collection: UsedCollection;
  filtered: ImageFilter["now"];
  store: SelectionStore;
  grid: RefObject<GridHandle | null>;
};

/** An editor's operations on images of a collection. */
export type ImageChanges = ReturnType<typeof useImageChanges>;

/**
 * Changes images of a collection and announces each change. Selected images change together. The
 * returned functions are stable while the collection is open.
 */
export function useImageChanges({ id, collection, filtered, store, grid }: Changed) {
  const { latest, actions } = collection;

  /** Returns the selected existing images, in order; only this image if it is not selected. */
  const idsToChange = useCallback(
    (imageId: string): string[] => {
      const { ids } = store.selection();
      if (!ids.has(imageId)) return [imageId];
      return latest.current.images.filter(({ id }) => ids.has(id)).map(({ id }) => id);
    },
    [store, latest],
  );

  /** Moves an image before another, or to the end. */
  const move = useCallback(
    async (imageId: string, beforeId: string | null) => {
      const { images } = latest.current;
      const ids = idsToChange(imageId);
      const target = unmovedFrom(images, ids, beforeId);
      if ((await actions.move(ids, target)) === null) return;
      const moving = new Set(ids);
      const others = images.filter(({ id }) => !moving.has(id));
      const at = target === null ? others.length : others.findIndex(({ id }) => id === target);
      const count = images.length;
      const undo = async () => {
        // From the end, so that each image's former successor is at its place again.
        for (let i = images.length - 1; i >= 0; i -= 1) {
          const each = images[i]?.id ?? "";
          if (moving.has(each)) await moveImages(id, [each], images[i + 1]?.id ?? null);
        }
        await actions.load();
      };
      const text =
        ids.length === 1
          ? messages("moved", { rank: at + 1, count })
          : messages("movedSome", { count: ids.length, rank: at + 1, total: count });
      showToast(text, [undoAction(text, undo)]);
    },
    [id, idsToChange, latest, actions],
  );

  /** Changes images; `text` says what happened. */
  const edit = async (ids: readonly string[], change: EditorChange, text: string) => {
    const edited = new Set(ids);
    const before = latest.current.images.filter(({ id }) => edited.has(id));
    if ((await actions.change(new Map(ids.map((id) => [id, change])))) === null) return;
    const undo = async () => {
      await undoChange(id, before, change);
      await actions.load();
    };
    showToast(text, [undoAction(text, undo)]);
  };

  /** Marks the rights of images as not verified. */
  const unclear = (ids: readonly string[]) =>
    void edit(ids, { clearance: null }, messages("unclearedSome", { count: ids.length }));

  /** Removes images and focuses the next one. */
  const remove = useCallback(
    async (ids: readonly string[]) => {
      const { shown } = filtered.current;
      const gone = new Set(ids);
      const at = shown.findIndex((image) => gone.has(image.id));
      const next = shown.slice(at + 1).find((image) => !gone.has(image.id)) ?? shown[at - 1];
      const first = latest.current.images.find((image) => image.id === ids[0]);
      const removed = await actions.remove(ids);
      if (removed === null) return;
      store.select(deselected(store.selection(), ids));
      const undo = async () => {
        await putBack(removed);
        await actions.load();
        if (first !== undefined) grid.current?.focusImage(first.id);
      };
      const text =
        removed.length === 1
          ? messages("removed", { name: first?.name || tileMessages("untitled") })
          : messages("removedSome", { count: removed.length });
      showToast(text, [undoAction(text, undo)]);
      if (next === undefined || grid.current?.focusImage(next.id) !== true) returnFocus(null);
    },
    [filtered, latest, actions, store, grid],
  );

  /** Moves images to another collection, or to a new one. */
  const transfer = async (target: SaveTarget, ids: readonly string[]) => {
    const isNew = "name" in target;
    const to = isNew ? await createCollection(target.name) : await readCollection(target.id);
    if (to === null) throw new CollectionStorageError("deleted");
    const moved = await actions.transfer(to.id, ids);
    const removeNew = () => undoSave({ collection: to, added: [], before: null });
    if (moved === null) {
      if (isNew) await removeNew();
      return;
    }
    store.select(deselected(store.selection(), ids));
    const undo = async () => {
      await undoTransfer(to.id, moved);
      if (isNew) await removeNew();
      await actions.load();
    };
    const { added, merged } = moved;
    const text = [
      (added.length > 0 || merged.length === 0) &&
        messages("transferred", { count: added.length, name: to.name }),
      merged.length > 0 && messages("transferredPresent", { count: merged.length, name: to.name }),
    ]
      .filter(Boolean)
      .join(". ");
    showToast(text, [
      { label: messages("open"), act: `/collections/${to.id}` },
      undoAction(text, undo),
    ]);
  };

  /** Deletes the collection with its images. The page then shows all collections. */
  const deleteAll = async () => {
    const deleted = await actions.deleteAll();
    if (deleted === null) return;
    history.replaceState(null, "", "/collections");
    showDeleted(deleted);
  };

  return { idsToChange, move, edit, unclear, remove, transfer, deleteAll };
}
