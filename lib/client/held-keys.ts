import { isWriting } from "./shortcuts";

let typed = "";

/**
 * Holds what is typed while a dialog loads, until `releaseTyped`: no shortcut runs meanwhile, Enter
 * presses nothing, and the dialog's field gets the text.
 */
export function holdTyped(): void {
  typed = "";
  addEventListener("keydown", hold, { capture: true });
}

/** Ends holding. The text goes to `field`, which then gets the focus; by default to the focused one. */
export function releaseTyped(field: HTMLElement | null = null): void {
  removeEventListener("keydown", hold, { capture: true });
  const text = typed;
  typed = "";
  if (text === "") return;
  field?.focus();
  if (!isWriting(document.activeElement)) return;
  // As if it were typed there: React sees the change, and the browser can undo it.
  document.execCommand("insertText", false, text);
}

function hold(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (isWriting(event.target)) return;
  if (ctrlKey || metaKey || altKey) return;
  if (key !== "Enter" && [...key].length !== 1) return;
  // A text does not begin with a space: that presses the focused button.
  if (key === " " && typed === "") return;
  event.preventDefault();
  event.stopPropagation();
  // Enter would press the button that has the focus: in a dialog that is still reading, the ×.
  if (!event.repeat && key !== "Enter") typed += key;
}
