import { readSetting, saveSetting } from "./saved-setting";

const NAME = "vitrine.single-keys";

/** Whether the single-key shortcuts `/` and `?` are on; visitors can turn them off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  return readSetting(NAME) !== "off";
}

export function setSingleKeys(isOn: boolean): void {
  saveSetting(NAME, isOn ? null : "off");
}

/**
 * The shortcut that a key press means; null while a dialog is open, and in a text field except for
 * the arrow that leads from the search field to the results.
 */
export function readShortcut(event: KeyboardEvent): "search" | "results" | "help" | null {
  if (event.defaultPrevented || event.isComposing || event.altKey) return null;
  if (document.querySelector("dialog[open]") !== null) return null;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand) return event.key.toLowerCase() === "k" && !event.shiftKey ? "search" : null;
  if (event.key === "ArrowDown" && !event.shiftKey) {
    return (event.target as Element).matches("[type=search]") ? "results" : null;
  }
  if (!hasSingleKeys() || isWriting(event.target)) return null;
  if (event.key === "/") return "search";
  return event.key === "?" ? "help" : null;
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=radio], [type=checkbox]), textarea, select"))
  );
}
