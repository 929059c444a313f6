"use client";

import {
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useRef,
} from "react";
import type { GridHandle } from "@/lib/client/grid-handle";
import { hasModifier } from "@/lib/client/modifiers";
import type { StoredImage } from "@/lib/contract/collection";
import type { UsedCollection } from "./use-collection";
import type { ImageChanges } from "./use-image-changes";
import type { ImageFilter } from "./use-image-filter";
import { type TileDrag, useTileDrag } from "./use-tile-drag";

type Moved = {
  collection: UsedCollection;
  filtered: ImageFilter["now"];
  changes: Pick<ImageChanges, "move" | "idsToChange">;
  grid: RefObject<GridHandle | null>;
};

/** Moves the images of a collection by their handles, by pointer or by key. */
export function useTileMoves({ collection, filtered, changes, grid }: Moved) {
  const { images, latest } = collection;
  const { move, idsToChange } = changes;
  const movedByKey = useRef<string>(null);

  const onDrop = ({ imageId, target }: TileDrag) => {
    if (target === null) return;
    const isBefore = target.side === "before";
    void move(imageId, isBefore ? target.imageId : idAfter(latest.current.images, target.imageId));
  };

  const moveByKey = useCallback(
    (event: KeyboardEvent, imageId: string) => {
      // A held key may repeat before the last move is rendered.
      const shownIds = new Set(filtered.current.shown.map(({ id }) => id));
      const { images } = latest.current;
      const shown = images.filter(({ id }) => shownIds.has(id));
      const moving = new Set(idsToChange(imageId));
      const beforeId = placeByKey(event, { images, shown, imageId, moving });
      if (beforeId === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (beforeId === imageId) return;
      movedByKey.current = imageId;
      // A transition that returned the promise would show the move only once it is saved.
      startTransition(() => void move(imageId, beforeId));
    },
    [latest, filtered, move, idsToChange],
  );

  // The handle keeps the focus, unless its row was not in the document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a move is rendered
  useEffect(() => {
    const imageId = movedByKey.current;
    if (imageId === null) return;
    movedByKey.current = null;
    requestAnimationFrame(() => {
      const focused = () => document.activeElement?.closest<HTMLElement>("[data-image-id]");
      if (focused()?.dataset.imageId !== imageId) {
        grid.current?.focusImage(imageId);
        focused()?.querySelector<HTMLElement>("[aria-haspopup]")?.focus({ preventScroll: true });
      }
      focused()?.scrollIntoView({ block: "nearest", behavior: "instant" });
    });
  }, [images]);

  return { ...useTileDrag(onDrop), moveByKey };
}

/** Returns the id of the next image of the whole collection, which a filter may hide; null at its end. */
function idAfter(images: readonly StoredImage[], imageId: string): string | null {
  return images[images.findIndex(({ id }) => id === imageId) + 1]?.id ?? null;
}

type MovedByKey = {
  images: readonly StoredImage[];
  /** Those that the filter matches. */
  shown: readonly StoredImage[];
  imageId: string;
  /** The ids that move with it, and its own. */
  moving: ReadonlySet<string>;
};

/**
 * Returns the id of the image before which a key moves an image: null for the end, its own id if it
 * stays, undefined for other keys. Left and right are mirrored in right-to-left text.
 */
function placeByKey(
  event: KeyboardEvent,
  { images, shown, imageId, moving }: MovedByKey,
): string | null | undefined {
  if (hasModifier(event)) return undefined;
  const { key, currentTarget } = event;
  const at = shown.findIndex(({ id }) => id === imageId);
  const previous = shown.findLastIndex(({ id }, i) => i < at && !moving.has(id));
  const next = shown.findIndex(({ id }, i) => i > at && !moving.has(id));
  const isRightToLeft = getComputedStyle(currentTarget as Element).direction === "rtl";
  const [earlier, later] = isRightToLeft
    ? ["ArrowRight", "ArrowLeft"]
    : ["ArrowLeft", "ArrowRight"];
  if (key === earlier) return shown[previous]?.id ?? imageId;
  if (key === later) return next === -1 ? imageId : idAfter(images, shown[next]?.id ?? "");
  if (key === "Home") return previous === -1 ? imageId : (shown[0]?.id ?? null);
  if (key === "End") return next === -1 ? imageId : null;
  return undefined;
}
