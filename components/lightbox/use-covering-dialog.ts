"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { isBehindDialog } from "@/lib/client/open-dialogs";

/**
 * Keeps the focus in a dialog that covers the window and is open while it is rendered (`<dialog open>`);
 * Escape calls `onClose`. Mark the dialog with `aria-modal`.
 *
 * Does not use `showModal`, because that restyles the whole page behind the dialog. Moves the focus
 * after the first paint, because that forces a layout. Either would exceed the time in which the
 * lightbox must open (docs/decisions/0046-lightbox-on-a-native-dialog.md).
 */
export function useCoveringDialog(
  dialog: RefObject<HTMLDialogElement | null>,
  onClose: () => void,
): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const { current } = dialog;
    if (current === null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const frame = requestAnimationFrame(() =>
      setTimeout(() => {
        const isIn = current.contains(document.activeElement);
        if (signal.aborted || isIn || isBehindDialog(current)) return;
        // Only a keyboard user needs to see the focus.
        const isByKeyboard = document.activeElement?.matches(":focus-visible") === true;
        (isByKeyboard ? stopsOf(current)[0] : current)?.focus();
      }),
    );
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isBehindDialog(current)) return;
      // In full screen, the browser handles Escape.
      if (event.key === "Escape" && !document.fullscreenElement) close.current();
      else if (event.key !== "Tab" || !wrapFocus(current, event.shiftKey)) return;
      event.preventDefault();
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!isBehindDialog(current) && target instanceof Node && !current.contains(target))
        current.focus();
    };
    document.addEventListener("keydown", onKeyDown, { signal });
    document.addEventListener("focusin", onFocus, { signal });
    return () => {
      leaving.abort();
      cancelAnimationFrame(frame);
    };
  }, [dialog]);
}

/** Moves the focus from one end of the dialog to the other. Returns false in between. */
function wrapFocus(dialog: HTMLElement, isBackwards: boolean): boolean {
  const stops = stopsOf(dialog);
  const [end, start] = isBackwards ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const { activeElement: now } = document;
  const isOut = now === dialog || !dialog.contains(now);
  if (start === undefined || (now !== end && !(isOut && isBackwards))) return false;
  start.focus();
  return true;
}

/** Returns the tab stops of an element. */
function stopsOf(element: HTMLElement): HTMLElement[] {
  const all = element.querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, [tabindex]",
  );
  return [...all].filter((each) => each.tabIndex >= 0 && (each.checkVisibility?.() ?? true));
}
