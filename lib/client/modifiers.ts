type ModifierKeys = { ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

/** Whether Ctrl, Meta, Alt or Shift is held during a click or key press. */
export function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: ModifierKeys): boolean {
  return ctrlKey || metaKey || altKey || shiftKey;
}

type Click = ModifierKeys & { button: number; defaultPrevented: boolean };

/** Whether a click follows a link in this tab and no other handler has prevented it. */
export function isPlainClick(event: Click): boolean {
  return event.button === 0 && !hasModifier(event) && !event.defaultPrevented;
}
