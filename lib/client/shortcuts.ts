import { keep, readKept } from "./kept-setting";

const NAME = "vitrine.single-keys";

/** Whether `/` and `?` work; the person may switch them off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  return readKept(NAME) !== "off";
}

export function setSingleKeys(isOn: boolean): void {
  keep(NAME, isOn ? null : "off");
}

/** Which of our shortcuts a key press is; null while somebody writes or a dialog is in front. */
export function readShortcut(event: KeyboardEvent): "search" | "help" | null {
  if (event.defaultPrevented || event.isComposing || event.altKey) return null;
  if (document.querySelector("dialog[open]") !== null) return null;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand) return event.key.toLowerCase() === "k" && !event.shiftKey ? "search" : null;
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
