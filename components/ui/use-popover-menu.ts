import { type RefObject, useEffect, useRef } from "react";

/**
 * Opens a popover at the pressed button; a second press of the same button closes it.
 *
 * @param opened a new object for each press
 * @returns the popover's ref
 */
export function usePopoverMenu(opened: { opener: HTMLElement }): RefObject<HTMLDivElement | null> {
  const popover = useRef<HTMLDivElement>(null);
  const previous = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current: panel } = popover;
    const { opener } = opened;
    if (panel === null) return;
    const wasOpenHere = panel.matches(":popover-open") && previous.current === opener;
    panel.hidePopover();
    if (wasOpenHere) return;
    if (previous.current instanceof HTMLButtonElement) previous.current.popoverTargetElement = null;
    // Otherwise pressing the button counts as outside, and closes the menu before the click.
    if (opener instanceof HTMLButtonElement) opener.popoverTargetElement = panel;
    previous.current = opener;
    panel.showPopover({ source: opener });
  }, [opened]);
  return popover;
}
