import type { MouseEvent } from "react";

type DialogEvent = MouseEvent<HTMLDialogElement>;

let pressed: EventTarget | null = null;

/**
 * Handlers of a modal `<dialog>` that close it when the pointer is pressed and released beside it.
 * The attribute `closedby="any"` does this too, but not in WebKit.
 */
export const closeOnClickBeside = {
  onPointerDown(event: DialogEvent) {
    pressed = isBeside(event) ? event.target : null;
  },
  onClick(event: DialogEvent) {
    if (pressed === event.currentTarget && isBeside(event)) event.currentTarget.close();
  },
};

/** The target of a press on the backdrop is the dialog, as of one on its padding. */
function isBeside({ target, currentTarget, clientX: x, clientY: y }: DialogEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return target === currentTarget && (x < left || x > right || y < top || y > bottom);
}
