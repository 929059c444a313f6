import type { SelectionStore } from "@/lib/client/image-store";
import { watchLongPress } from "@/lib/client/long-press";
import { pictureIdOf } from "@/lib/client/tile-selection";
import type { useTileDrag } from "./use-tile-drag";

type PictureDragOptions = Pick<ReturnType<typeof useTileDrag>, "hold" | "isHeld"> & {
  store: SelectionStore;
  signal: AbortSignal;
};

/**
 * Drags tiles by their pictures, until `signal` aborts: with a mouse at once, with a finger after a
 * long press, because a finger that moves earlier scrolls.
 */
export function watchPictureDrags(list: HTMLElement, options: PictureDragOptions): void {
  const { store, hold, isHeld, signal } = options;
  let before = store.selection();
  const onDown = (event: PointerEvent) => {
    before = store.selection();
    const imageId = pictureIdOf(event.target);
    if (imageId !== null && event.pointerType !== "touch") hold(event, imageId);
  };
  list.addEventListener("pointerdown", onDown, { signal });
  watchLongPress(list, {
    onPress(target, down) {
      const imageId = pictureIdOf(target);
      // A long press selects, unless it begins a drag.
      if (imageId !== null) hold(down, imageId, () => store.select(before));
      return false;
    },
    signal,
  });
  // Registered before the touch begins: browsers ignore a later listener, and scroll.
  const onTouchMove = (event: TouchEvent) => {
    if (isHeld()) event.preventDefault();
  };
  list.addEventListener("touchmove", onTouchMove, { signal, passive: false });
}
