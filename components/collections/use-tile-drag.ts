"use client";

import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** A press that moves less than this is a click. */
const SLOP_PX = 6;

/** The page scrolls while the pointer is this close to the window's edge. */
const EDGE_PX = 72;
const SCROLL_PX = 14;

/** The dragged images, and where they would be dropped. */
export type TileDrag = {
  imageId: string;
  target: { imageId: string; side: "before" | "after" } | null;
};

/** The pointer that may begin to drag. */
type Held = Pick<PointerEvent, "button" | "clientX" | "clientY" | "pointerId" | "target">;

/** What `useTileDrag` returns. */
export type TileDragging = ReturnType<typeof useTileDrag>;

/** Drags tiles. Calls `onDrop` when the pointer is released over another tile; Escape cancels. */
export function useTileDrag(onDrop: (drag: TileDrag) => void) {
  const [drag, setDrag] = useState<TileDrag | null>(null);
  const drop = useRef(onDrop);
  useLayoutEffect(() => {
    drop.current = onDrop;
  });
  const end = useRef<(() => void) | null>(null);
  const wasDragged = useRef(false);
  useEffect(() => () => end.current?.(), []);

  const hold = useCallback((held: Held, imageId: string, onStart?: () => void) => {
    if (held.button !== 0 || end.current !== null) return;
    const { clientX: startX, clientY: startY, pointerId, target } = held;
    const at = { x: startX, y: startY };
    let now: TileDrag | null = null;
    let frame = 0;
    const ending = new AbortController();
    const { signal } = ending;

    const look = () => {
      const target = targetAt(at.x, at.y, imageId);
      const isSame =
        now !== null &&
        now.target?.imageId === target?.imageId &&
        now.target?.side === target?.side;
      if (isSame) return;
      now = { imageId, target };
      setDrag(now);
    };
    const scroll = () => {
      const overPx = Math.max(at.y - (innerHeight - EDGE_PX), 0) - Math.max(EDGE_PX - at.y, 0);
      if (overPx !== 0) {
        scrollBy({ top: (overPx / EDGE_PX) * SCROLL_PX, behavior: "instant" });
        look();
      }
      frame = requestAnimationFrame(scroll);
    };
    const finish = (isDropped: boolean) => {
      ending.abort();
      cancelAnimationFrame(frame);
      end.current = null;
      // A click on the pressed element follows at once.
      setTimeout(() => {
        wasDragged.current = false;
      });
      const dropped = isDropped && now?.target ? now : null;
      // Keeps the drop mark until the list that `onDrop` changes is rendered.
      startTransition(() => {
        setDrag(null);
        if (dropped !== null) drop.current(dropped);
      });
    };
    end.current = () => finish(false);

    const onMove = ({ clientX, clientY }: PointerEvent) => {
      Object.assign(at, { x: clientX, y: clientY });
      if (now === null) {
        if (Math.hypot(clientX - startX, clientY - startY) < SLOP_PX) return;
        wasDragged.current = true;
        // A tile that scrolls away is removed, so the document must get the events.
        if (target instanceof Element) target.releasePointerCapture?.(pointerId);
        onStart?.();
        frame = requestAnimationFrame(scroll);
      }
      look();
    };
    document.addEventListener("pointermove", onMove, { signal });
    document.addEventListener("selectstart", (event) => event.preventDefault(), { signal });
    document.addEventListener("pointerup", () => finish(true), { signal });
    document.addEventListener("pointercancel", () => finish(false), { signal });
    document.addEventListener(
      "keydown",
      (pressed) => {
        if (pressed.key !== "Escape") return;
        pressed.preventDefault();
        finish(false);
      },
      { signal, capture: true },
    );
  }, []);

  /** Whether a click only ends a drag. */
  const isEndOfDrag = useCallback(() => wasDragged.current, []);
  const isHeld = useCallback(() => end.current !== null, []);

  return { drag, hold, isHeld, isEndOfDrag };
}

function targetAt(x: number, y: number, draggedId: string): TileDrag["target"] {
  const tile = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-image-id]");
  const imageId = tile?.dataset.imageId;
  if (tile === null || tile === undefined || imageId === undefined) return null;
  if (imageId === draggedId) return null;
  const { left, width } = tile.getBoundingClientRect();
  const isLeft = x < left + width / 2;
  const isRightToLeft = getComputedStyle(tile).direction === "rtl";
  return { imageId, side: isLeft === isRightToLeft ? "after" : "before" };
}
