type ModifierKeys = { ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

/** Whether Ctrl, Meta, Alt or Shift is held during a click or key press. */
export function hasModifier({ ctrlKey, metaKey, altKey, shiftKey }: ModifierKeys): boolean {
  return ctrlKey || metaKey || altKey || shiftKey;
}

type ComposedKey = { isComposing: boolean; keyCode: number };

/**
 * Whether a key press belongs to an input method, which uses Enter and Esc itself. WebKit reports the
 * end of the composition before the key that confirmed it; only the key code, 229, then tells (UI Events,
 * "How to determine keyCode for keydown and keyup events").
 */
export function isOfInputMethod({ isComposing, keyCode }: ComposedKey): boolean {
  return isComposing || keyCode === 229;
}

type Click = ModifierKeys & { button: number; defaultPrevented: boolean };

/** Whether a click follows a link in this tab and no other handler has prevented it. */
export function isPlainClick(event: Click): boolean {
  return event.button === 0 && !hasModifier(event) && !event.defaultPrevented;
}
