import { selectedAlso } from "@/lib/core/image/selection";
import type { SelectionStore } from "./image-store";

/** A shorter movement is a click. */
const START_PX = 5;

/** The page scrolls while the pointer is this close to the top or bottom of the window. */
const EDGE_PX = 40;

/** How far it scrolls per frame. */
const STEP_PX = 18;

type Point = { x: number; y: number };
export type RubberBandOptions = {
  store: SelectionStore;
  /** The class of the rectangle, which is `position: fixed`. */
  bandClass: string;
  signal: AbortSignal;
};

type Box = { left: number; top: number; right: number; bottom: number };

/**
 * Lets the mouse draw a rectangle from an empty place of the grid, or of the page beside it. Adds
 * the images that the rectangle touches to the selection; Esc restores the previous selection.
 */
export function watchRubberBand(list: HTMLElement, options: RubberBandOptions): void {
  const { signal } = options;
  const onDown = (event: PointerEvent) => {
    const isMouse = event.pointerType === "mouse" && event.button === 0;
    if (!isMouse || event.ctrlKey || event.metaKey || !isEmptyPlace(event.target, list)) return;
    draw(event, list, options);
  };
  document.addEventListener("pointerdown", onDown, { signal });
}

/** Whether a target is the grid, a tile's margin or the page around the grid, and no control. */
function isEmptyPlace(target: EventTarget | null, list: HTMLElement): boolean {
  if (!(target instanceof Element)) return false;
  if (target === list || target.matches("[data-image-id]")) return true;
  return target.contains(list) && target.closest("main, dialog") !== null;
}

function draw(
  down: PointerEvent,
  list: HTMLElement,
  { store, bandClass, signal }: RubberBandOptions,
): void {
  const done = new AbortController();
  const before = store.selection();
  const start: Point = { x: down.clientX + scrollX, y: down.clientY + scrollY };
  let pointer: Point = { x: down.clientX, y: down.clientY };
  let band: HTMLElement | null = null;
  let frame = 0;
  /** By image id. Remembered, because a long grid removes the tiles that scroll out of view. */
  const boxes = new Map<string, Box>();
  let lastTouched = "";

  const update = () => {
    frame = requestAnimationFrame(update);
    scrollBy(0, edgeStep(pointer.y));
    apply();
  };
  const apply = () => {
    const area = between(start, { x: pointer.x + scrollX, y: pointer.y + scrollY });
    band ??= createBand(bandClass);
    Object.assign(band.style, {
      left: `${area.left - scrollX}px`,
      top: `${area.top - scrollY}px`,
      width: `${area.right - area.left}px`,
      height: `${area.bottom - area.top}px`,
    });
    readBoxes(list, boxes);
    const touched = [...boxes].flatMap(([id, box]) => (isTouching(area, box) ? id : []));
    // Not compared with the store, which may refuse images: the picker's has few places.
    if (touched.join(" ") === lastTouched) return;
    lastTouched = touched.join(" ");
    store.select(selectedAlso(before, touched));
  };
  const end = () => {
    cancelAnimationFrame(frame);
    band?.remove();
    done.abort();
  };
  signal.addEventListener("abort", end, { signal: done.signal });
  const options = { signal: done.signal };
  addEventListener(
    "pointermove",
    ({ clientX: x, clientY: y }) => {
      pointer = { x, y };
      const movedPx = Math.hypot(x + scrollX - start.x, y + scrollY - start.y);
      if (frame === 0 && movedPx > START_PX) update();
    },
    options,
  );
  // Otherwise dragging would select text.
  addEventListener("selectstart", (event) => event.preventDefault(), options);
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || band === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      store.select(before);
      end();
    },
    { ...options, capture: true },
  );
  addEventListener(
    "pointerup",
    () => {
      // The pointer may have moved since the last frame.
      if (frame !== 0) apply();
      end();
    },
    options,
  );
  addEventListener("pointercancel", end, options);
}

function createBand(className: string): HTMLElement {
  const band = document.createElement("div");
  band.className = className;
  document.body.append(band);
  return band;
}

function readBoxes(list: HTMLElement, boxes: Map<string, Box>): void {
  for (const tile of list.querySelectorAll<HTMLElement>("[data-image-id]")) {
    const { left, top, right, bottom } = (tile.firstElementChild ?? tile).getBoundingClientRect();
    boxes.set(tile.dataset.imageId ?? "", {
      left: left + scrollX,
      right: right + scrollX,
      top: top + scrollY,
      bottom: bottom + scrollY,
    });
  }
}

function between(one: Point, other: Point): Box {
  return {
    left: Math.min(one.x, other.x),
    right: Math.max(one.x, other.x),
    top: Math.min(one.y, other.y),
    bottom: Math.max(one.y, other.y),
  };
}

function isTouching(one: Box, other: Box): boolean {
  const isBeside = one.right < other.left || other.right < one.left;
  return !isBeside && one.top <= other.bottom && other.top <= one.bottom;
}

/** Returns how far to scroll in this frame, in CSS pixels; negative: up. */
function edgeStep(y: number): number {
  if (y < EDGE_PX) return -STEP_PX;
  return y > innerHeight - EDGE_PX ? STEP_PX : 0;
}
