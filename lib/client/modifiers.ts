type ModifierKeys = { ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

/** Whether a click or a key press is with Ctrl, Meta, Alt or Shift. */
export function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: ModifierKeys): boolean {
  return ctrlKey || metaKey || altKey || shiftKey;
}

type Click = ModifierKeys & { button: number; defaultPrevented: boolean };

/** Whether a click follows a link in this tab, and no other handler has handled it. */
export function isPlainClick(event: Click): boolean {
  return event.button === 0 && !hasModifier(event) && !event.defaultPrevented;
}
