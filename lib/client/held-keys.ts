/**
 * Holds what is typed while a dialog loads: no shortcut runs meanwhile, and the dialog's field gets
 * the text. Returns the function that ends it: once the dialog has the focus, or could not be loaded.
 */
export function holdTypedText(): () => void {
  let typed = "";
  const hold = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || [...key].length !== 1) return;
    event.preventDefault();
    event.stopPropagation();
    typed += key;
  };
  addEventListener("keydown", hold, { capture: true });
  return () => {
    removeEventListener("keydown", hold, { capture: true });
    const field = document.activeElement;
    if (typed === "" || !field?.matches("dialog input:not([type]), dialog [type=text], textarea"))
      return;
    // As if it were typed there, for React too; the command that sets a field's text without a key.
    document.execCommand("insertText", false, typed);
  };
}
