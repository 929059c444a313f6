"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { movedBefore } from "@/components/collections/moved-before";
import { onForeignChange } from "@/lib/client/collections/collection-changes";
import { storageError } from "@/lib/client/collections/collection-database";
import {
  changeCollection,
  changeImages,
  deleteCollection,
  type ImageChange,
  moveImages,
  readCollection,
  readImages,
  removeImages,
  transferImages,
} from "@/lib/client/collections/collection-store";
import { createProofQueue } from "@/lib/client/collections/image-proofs";
import type { Collection, StorageProblem, StoredImage } from "@/lib/contract/collection";

/** A collection as its page shows it. */
export type OpenCollection = {
  /**
   * `missing`: the collection does not exist; `deleted`: this page deleted it; `problem`: the storage
   * cannot be read.
   */
  phase: "loading" | "ready" | "missing" | "deleted" | "problem";
  collection: Collection | null;
  /** In order. Incomplete while `phase` is `loading`. */
  images: readonly StoredImage[];
  /** Why the last operation failed, or why the collection cannot be opened. */
  problem: StorageProblem | null;
};

/** The collection, its operations, and its latest state, even before it is rendered. */
export type UsedCollection = ReturnType<typeof useCollection>;

/** Waits, because other tabs often save several images in a row. */
const RELOAD_DELAY_MS = 200;

const NOTHING: OpenCollection = { phase: "loading", collection: null, images: [], problem: null };

/**
 * Reads a collection and follows changes in other tabs. Shows this page's changes at once; if the
 * storage refuses one, reads the collection again and sets `problem`.
 */
export function useCollection(id: string) {
  const [state, setState] = useState(NOTHING);
  /** The latest state, even before React has rendered it. */
  const latest = useRef(state);
  const lastLoad = useRef(0);
  /** Incremented when a change by this page begins and when it ends. */
  const changeCount = useRef(0);

  const update = useCallback((next: OpenCollection) => {
    latest.current = next;
    setState(next);
  }, []);

  const load = useCallback(async () => {
    const load = ++lastLoad.current;
    // What this page has deleted stays so, even if an undo or another tab asks for a reload.
    const isOutdated = () => load !== lastLoad.current || latest.current.phase === "deleted";
    if (isOutdated()) return;
    try {
      let changesBefore: number;
      do {
        changesBefore = changeCount.current;
        const collection = await readCollection(id);
        if (isOutdated()) return;
        if (collection === null) {
          update({ ...NOTHING, phase: "missing" });
          return;
        }
        const images: StoredImage[] = [];
        await readImages(id, (batch) => {
          images.push(...batch);
          if (isOutdated() || images.length > batch.length) return;
          // Shows the first view before reading thousands more. A reload replaces the whole list.
          if (latest.current.phase !== "ready") {
            update({ ...latest.current, collection, images: [...images] });
          }
        });
        if (isOutdated()) return;
        if (changeCount.current === changesBefore) {
          update({ phase: "ready", collection, images, problem: null });
        }
        // The images read may lack a concurrent change.
      } while (changeCount.current !== changesBefore);
    } catch (error) {
      const { problem } = storageError(error);
      if (!isOutdated()) update({ ...NOTHING, phase: "problem", problem });
    }
  }, [id, update]);

  useEffect(() => {
    void load();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onForeignChange((changedId) => {
      if (changedId !== id) return;
      clearTimeout(timer);
      timer = setTimeout(load, RELOAD_DELAY_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [id, load]);

  const actions = useMemo(() => {
    const show = (change: (images: readonly StoredImage[]) => readonly StoredImage[]) =>
      update({ ...latest.current, images: change(latest.current.images) });
    /** Returns null if the storage refused. */
    const attempt = async <T>(save: () => Promise<T>): Promise<T | null> => {
      changeCount.current += 1;
      try {
        const result = await save();
        changeCount.current += 1;
        if (latest.current.problem !== null) update({ ...latest.current, problem: null });
        return result;
      } catch (error) {
        changeCount.current += 1;
        const { problem } = storageError(error);
        await load();
        update({ ...latest.current, problem });
        return null;
      }
    };
    const change = (changes: ReadonlyMap<string, ImageChange>) => {
      show((images) =>
        images.map((image) => {
          const changed = changes.get(image.id);
          return changed === undefined ? image : { ...image, ...changed };
        }),
      );
      return attempt(() => changeImages(id, changes));
    };
    const proofs = createProofQueue((found) => void change(found));
    const without = (ids: readonly string[]) => {
      const gone = new Set(ids);
      show((images) => images.filter((image) => !gone.has(image.id)));
    };
    return {
      load,
      change,
      refresh: proofs.add,
      changeCollection(changed: Partial<Pick<Collection, "name" | "coverId">>) {
        const { collection } = latest.current;
        if (collection !== null) {
          update({ ...latest.current, collection: { ...collection, ...changed } });
        }
        return attempt(() => changeCollection(id, changed));
      },
      move(ids: readonly string[], beforeId: string | null) {
        show((images) => movedBefore(images, ids, beforeId));
        return attempt(() => moveImages(id, ids, beforeId));
      },
      remove(ids: readonly string[]) {
        without(ids);
        return attempt(() => removeImages(id, ids));
      },
      transfer(toId: string, ids: readonly string[]) {
        without(ids);
        return attempt(() => transferImages(id, toId, ids));
      },
      /** Deletes the collection with its images. */
      async deleteAll() {
        const deleted = await attempt(() => deleteCollection(id));
        if (deleted !== null) update({ ...NOTHING, phase: "deleted" });
        return deleted;
      },
    };
  }, [id, load, update]);

  return { ...state, actions, latest };
}
