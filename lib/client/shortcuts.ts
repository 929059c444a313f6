import { isOfInputMethod } from "./modifiers";
import { isBehindDialog } from "./open-dialogs";
import { readSetting, saveSetting } from "./saved-setting";

const NAME = "vitrine.single-keys";

/** Whether single-key shortcuts are on; visitors can turn them off (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  return readSetting(NAME) !== "off";
}

export function setSingleKeys(isOn: boolean): void {
  saveSetting(NAME, isOn ? null : "off");
}

/** Where a shortcut works: on every page, on the focused image of a grid, in the lightbox. */
export type ShortcutScope = "page" | "grid" | "lightbox";

type Shortcut = {
  action: string;
  scopes: readonly ShortcutScope[];
  /** The keys in the list of shortcuts; absent if another row shows them. */
  shown?: readonly string[];
  /**
   * `KeyboardEvent.key`, letters in lower case; `start` and `end` are the arrows against and along
   * the text direction. Absent if the browser or the grid (tile-events.ts) handles the key.
   */
  key?: string;
  isShift?: boolean;
  /** Ctrl, or ⌘ on a Mac. */
  isCommand?: boolean;
};

const IMAGE = ["grid", "lightbox"] as const;

/** All shortcuts, both for handling keys and for the list that visitors see. */
export const SHORTCUTS = [
  { action: "search", scopes: ["page"], shown: ["/"], key: "/" },
  {
    action: "searchAlways",
    scopes: ["page"],
    shown: ["Ctrl K", "⌘ K"],
    key: "k",
    isCommand: true,
  },
  { action: "results", scopes: ["page"], shown: ["↓"] },
  { action: "help", scopes: ["page"], shown: ["?"], key: "?" },
  { action: "escape", scopes: ["page"], shown: ["Esc"] },
  { action: "previousNext", scopes: IMAGE, shown: ["←", "→"] },
  { action: "previous", scopes: ["lightbox"], key: "start" },
  { action: "next", scopes: ["lightbox"], key: "end" },
  { action: "select", scopes: IMAGE, shown: ["X"], key: "x" },
  { action: "save", scopes: IMAGE, shown: ["S"], key: "s" },
  { action: "saveToLast", scopes: IMAGE, shown: ["Shift S"], key: "s", isShift: true },
  { action: "openLast", scopes: IMAGE, shown: ["O"], key: "o" },
  { action: "credit", scopes: IMAGE, shown: ["C"], key: "c" },
  { action: "undo", scopes: IMAGE, shown: ["Ctrl Z", "⌘ Z"], key: "z", isCommand: true },
  { action: "aboveBelow", scopes: ["grid"], shown: ["↑", "↓"] },
  { action: "page", scopes: ["grid"], shown: ["PgUp", "PgDn"] },
  { action: "firstLast", scopes: ["grid"], shown: ["Home", "End"] },
  { action: "open", scopes: ["grid"], shown: ["Enter"] },
  { action: "peek", scopes: ["grid"], shown: ["Space"], key: " " },
  { action: "selectRange", scopes: ["grid"], shown: ["Shift X"], key: "x", isShift: true },
  {
    action: "selectAll",
    scopes: ["grid"],
    shown: ["Ctrl A", "⌘ A"],
    key: "a",
    isCommand: true,
  },
  { action: "export", scopes: ["grid"], shown: ["Shift D"], key: "d", isShift: true },
  { action: "remove", scopes: ["grid"], shown: ["Del"], key: "delete" },
  { action: "clear", scopes: ["grid"], shown: ["Esc"], key: "escape" },
  { action: "download", scopes: ["lightbox"], shown: ["Shift D"], key: "d", isShift: true },
  { action: "details", scopes: ["lightbox"], shown: ["I"], key: "i" },
  { action: "fullScreen", scopes: ["lightbox"], shown: ["F"], key: "f" },
  { action: "zoom", scopes: ["lightbox"], shown: ["+", "-", "0"] },
  { action: "zoomIn", scopes: ["lightbox"], key: "+" },
  { action: "zoomOut", scopes: ["lightbox"], key: "-" },
  { action: "zoomWhole", scopes: ["lightbox"], key: "0" },
] as const satisfies readonly Shortcut[];

export type ShortcutAction = (typeof SHORTCUTS)[number]["action"];

const TABLE: readonly (Shortcut & { action: ShortcutAction })[] = SHORTCUTS;

/**
 * Returns the shortcut of a scope for a key press. Returns null while a dialog other than
 * `ownDialog` is open, while a key is held down (except an arrow), and in a text field (except Ctrl
 * K, and the arrow from the search field to the results).
 */
export function readShortcut(
  event: KeyboardEvent,
  scope: ShortcutScope,
  ownDialog: Element | null = null,
): ShortcutAction | null {
  if (event.defaultPrevented || isOfInputMethod(event) || event.altKey) return null;
  if (isBehindDialog(ownDialog)) return null;
  const { target, shiftKey: isShift } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  const key = keyOf(event);
  if (key === "arrowdown" && !isShift && !isCommand && scope === "page") {
    return (target as Element).matches("[type=search]") ? "results" : null;
  }
  const isArrow = key === "start" || key === "end";
  if (event.repeat && !isArrow) return null;
  const found = TABLE.find(
    (each) =>
      each.key === key &&
      each.scopes.includes(scope) &&
      !!each.isCommand === isCommand &&
      // On some keyboards `/` or `?` needs Shift.
      (!/[a-z]/.test(key) || !!each.isShift === isShift),
  );
  if (found === undefined) return null;
  if (isWriting(target)) return found.action === "searchAlways" ? found.action : null;
  const isSingle = !isCommand && key.length === 1;
  return isSingle && !hasSingleKeys() ? null : found.action;
}

/** Returns the key as the table names it; on a non-Latin keyboard, the Latin key at that place. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key === "ArrowLeft" || key === "ArrowRight") {
    return (key === "ArrowLeft") === (document.dir === "rtl") ? "end" : "start";
  }
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  const isOtherLetter = letter !== undefined && !/^[\x20-\x7e]$/.test(key);
  return (isOtherLetter ? letter : key).toLowerCase();
}

/** Whether keys pressed there write text. */
export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=radio], [type=checkbox]), textarea, select"))
  );
}
