"use client";

import { createUseGesture, dragAction, pinchAction, wheelAction } from "@use-gesture/react";
import { type RefObject, useEffect, useRef } from "react";
import {
  closeScale,
  type Frame,
  type Offset,
  panBy,
  panOfKey,
  WHOLE,
  type Zoom,
  zoomTo,
} from "@/components/zoom/zoom";
import { isBehindDialog } from "@/lib/client/open-dialogs";

const useGesture = createUseGesture([dragAction, pinchAction, wheelAction]);

/** A swipe is longer than this part of the frame, or faster than the speed below. */
const SWIPE_PART = 0.25;
const SWIPE_PX_PER_MS = 0.5;
const SWIPE_MIN_PX = 24;

/** A pinch that ends below this scale snaps to the whole picture, which can be swiped again. */
const SCALE_ALMOST_WHOLE = 1.15;

/** Zoom factor per pixel of wheel movement; a notch is about 100 px. */
const WHEEL_SCALE_PER_PX = 1.002;

/** The direction of a swipe: to the next or the previous image, or down. */
export type SwipeTarget = "next" | "previous" | "down";

type ZoomGestures = {
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  /** Called after a swipe on a picture that is not zoomed; down is by touch only. */
  onSwipe?: (to: SwipeTarget) => void;
  /** Whether the wheel zooms rather than scrolls. */
  zoomsByWheel: () => boolean;
};

/**
 * Zooms and pans the element with `data-fit` in `view`, by mouse, touch and touchpad.
 *
 * With `onSwipe`, gestures may also begin in the view's parent element: beside the view, or on the links
 * over it. While the picture is not zoomed, a drag moves it by the custom property `--slide`. The drag is
 * a swipe if it goes to a side, or down while the dialog around the view is scrolled to its top.
 *
 * @returns a function that zooms in at a point of the window, or out
 */
export function useZoomGestures(
  view: RefObject<HTMLElement | null>,
  gestures: ZoomGestures,
): (at: { clientX: number; clientY: number }) => void {
  const now = useRef(gestures);
  useEffect(() => {
    now.current = gestures;
  });
  const act = (change: (zoom: Zoom, frame: Frame) => Zoom) => {
    const frame = view.current && frameOf(view.current);
    if (!frame) return;
    const next = change(now.current.zoom, frame);
    // Several events may arrive before React renders.
    now.current = { ...now.current, zoom: next };
    now.current.onZoom(next);
  };
  const slide = (xPx: number, yPx: number, isResting: boolean) => {
    const fit = fitOf(view.current);
    if (fit === null) return;
    fit.toggleAttribute("data-resting", isResting);
    fit.style.setProperty("--slide", `${xPx}px ${yPx}px`);
  };
  const hasSwipes = gestures.onSwipe !== undefined;
  const areaOf = () => (hasSwipes ? (view.current?.parentElement ?? null) : view.current);
  const isMovingDown = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view stays in its parent element
  useEffect(() => {
    const current = areaOf();
    // Otherwise the browser takes the touch for scrolling.
    const onTouchMove = (event: TouchEvent) => {
      if (isMovingDown.current) event.preventDefault();
    };
    current?.addEventListener("touchmove", onTouchMove, { passive: false });
    return () => current?.removeEventListener("touchmove", onTouchMove);
  }, []);

  useGesture(
    {
      onDrag: ({
        event,
        delta: [dx, dy],
        movement: [mx, my],
        velocity: [vx, vy],
        last,
        canceled,
        tap,
        pinching,
        cancel,
        memo,
      }) => {
        const { current: frame } = view;
        if (frame === null || tap) return;
        if (pinching) {
          // A second finger ends a swipe down.
          if (isMovingDown.current) slide(0, 0, true);
          isMovingDown.current = false;
          return cancel();
        }
        if (now.current.zoom.scale > 1) {
          act((zoom, sizes) => panBy(zoom, { xPx: dx, yPx: dy }, sizes));
          return;
        }
        const { onSwipe } = now.current;
        if (onSwipe === undefined) return;
        const isDown: boolean =
          memo ?? (isTouch(event) && my > Math.abs(mx) && !frame.closest("dialog")?.scrollTop);
        isMovingDown.current = isDown && !last;
        if (last) slide(0, 0, true);
        else if (isDown) slide(0, Math.max(0, my), false);
        else slide(mx, 0, false);
        const [px, speed, sidePx] = isDown
          ? [my, vy, frame.clientHeight]
          : [Math.abs(mx), vx, frame.clientWidth];
        const isSwipe = px > sidePx * SWIPE_PART || (speed > SWIPE_PX_PER_MS && px > SWIPE_MIN_PX);
        if (last && !canceled && isSwipe) {
          const isRightToLeft = getComputedStyle(frame).direction === "rtl";
          if (isDown) onSwipe("down");
          else onSwipe(mx < 0 === isRightToLeft ? "previous" : "next");
        }
        return isDown;
      },
      onPinch: ({ origin: [x, y], movement: [scale], first, last, memo }) => {
        const from: number = first ? now.current.zoom.scale : memo;
        act((zoom, sizes) =>
          last && from * scale < SCALE_ALMOST_WHOLE
            ? WHOLE
            : zoomTo(zoom, from * scale, sizes, offsetIn(view.current, { clientX: x, clientY: y })),
        );
        return from;
      },
      onWheel: ({ event, delta: [, dy] }) => {
        // With Ctrl the event is a pinch.
        if (event.ctrlKey || !now.current.zoomsByWheel()) return;
        event.preventDefault();
        act((zoom, sizes) =>
          zoomTo(
            zoom,
            zoom.scale * WHEEL_SCALE_PER_PX ** -dy,
            sizes,
            offsetIn(view.current, event),
          ),
        );
      },
    },
    {
      target: {
        get current() {
          return areaOf();
        },
      },
      eventOptions: { passive: false },
      drag: { filterTaps: true, pointer: { keys: false } },
      // `movement` is the factor since the gesture began.
      pinch: { from: () => [1, 0] },
    },
  );

  return (at) =>
    act((zoom, sizes) =>
      zoom.scale > 1 ? WHOLE : zoomTo(zoom, closeScale(sizes), sizes, offsetIn(view.current, at)),
    );
}

function isTouch(event: Event): boolean {
  return event instanceof PointerEvent && event.pointerType === "touch";
}

/** Returns how far an arrow key moves the picture; null for other keys, or under another dialog. */
export function readPan(event: KeyboardEvent, own: Element | null): Offset | null {
  return event.defaultPrevented || isBehindDialog(own) ? null : panOfKey(event);
}

/** Returns the sizes of a view and its picture at scale 1; null before the first layout. */
export function frameOf(view: HTMLElement): Frame | null {
  const fit = fitOf(view);
  // Uses layout sizes, which a transform does not change.
  if (fit === null || fit.offsetWidth === 0 || fit.offsetHeight === 0) return null;
  return {
    widthPx: view.clientWidth,
    heightPx: view.clientHeight,
    pictureWidthPx: fit.offsetWidth,
    pictureHeightPx: fit.offsetHeight,
  };
}

function fitOf(view: HTMLElement | null): HTMLElement | null {
  return view?.querySelector<HTMLElement>("[data-fit]") ?? null;
}

function offsetIn(
  view: HTMLElement | null,
  { clientX, clientY }: { clientX: number; clientY: number },
): Offset {
  if (view === null) return { xPx: 0, yPx: 0 };
  const { left, top, width, height } = view.getBoundingClientRect();
  return { xPx: clientX - left - width / 2, yPx: clientY - top - height / 2 };
}
