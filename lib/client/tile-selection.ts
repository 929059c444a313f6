import { rangeSelected, type Selection, selectedAlso, toggled } from "@/lib/core/image/selection";
import type { SelectionStore } from "./image-store";
import { watchLongPress } from "./long-press";
import { watchRubberBand } from "./rubber-band";
import { readShortcut, type ShortcutAction } from "./shortcuts";

export type TileSelectionOptions = {
  store: SelectionStore;
  /** Returns the ids of all shown images, including those that a long grid does not render. */
  order: () => readonly string[];
  /** Called with the id of each image that gets the focus. */
  onFocus?: ((imageId: string) => void) | undefined;
  /**
   * Called with every other shortcut of the grid, and with the image that has the focus. Returns
   * whether it did something.
   */
  onShortcut?: ((action: ShortcutAction, imageId: string | null) => boolean) | undefined;
  /** Whether touch screens show the boxes even while no image is selected. */
  showsBoxes?: boolean | undefined;
  /** The class of the rubber band. */
  bandClass: string;
  signal: AbortSignal;
};

/** The links of a tile whose tap selects: the picture, and the host in the caption. */
const TAPPED = "[data-image-id] > a:first-child, [data-image-id] > p > a";

/**
 * Makes the tiles of a list selectable, until `signal` aborts: by checkboxes, ranges with Shift,
 * keys, a rubber band of the mouse, and a long press of a finger, after which a tap selects too.
 *
 * The store is the source of truth. Adds boxes to it that were checked before this code loaded.
 */
export function watchTiles(list: HTMLElement, options: TileSelectionOptions): void {
  const { store, order, onShortcut, onFocus, showsBoxes = false, bandClass, signal } = options;
  const change = (act: (selection: Selection) => Selection) => store.select(act(store.selection()));
  const rangeTo = (id: string) => change((selection) => rangeSelected(selection, id, order()));

  for (const box of list.querySelectorAll(":checked")) {
    const id = imageIdOf(box);
    if (id !== null && !store.selection().ids.has(id)) change((now) => toggled(now, id));
  }

  const show = () => {
    const { ids } = store.selection();
    for (const box of list.querySelectorAll<HTMLInputElement>(
      "[data-image-id] > [type=checkbox]",
    )) {
      box.checked = ids.has(imageIdOf(box) ?? "");
    }
    list.toggleAttribute("data-selecting", showsBoxes || ids.size > 0);
  };
  show();
  const unsubscribe = store.subscribe(show);
  // A refinement or a scrolled long grid adds tiles; this runs before they are painted.
  const observer = new MutationObserver(show);
  observer.observe(list, { childList: true });
  signal.addEventListener("abort", () => {
    unsubscribe();
    observer.disconnect();
  });

  const onClick = (event: MouseEvent) => {
    const id = imageIdOf(event.target);
    if (id === null || event.defaultPrevented) return;
    const isBox = (event.target as Element).matches("[type=checkbox]");
    const isTap = (event as PointerEvent).pointerType === "touch";
    const isLink = isTap
      ? (event.target as Element).closest(TAPPED) !== null
      : event.shiftKey && pictureIdOf(event.target) !== null;
    if (isBox) {
      if (event.shiftKey) rangeTo(id);
      else change((selection) => toggled(selection, id));
      // Selecting a range may change the state that the click gave the box.
      show();
    } else if (isLink && store.selection().ids.size > 0 && !hasOtherModifier(event)) {
      event.preventDefault();
      if (event.shiftKey) rangeTo(id);
      else change((selection) => toggled(selection, id));
    }
  };
  // Otherwise Shift would select the text between the two clicks.
  const onMouseDown = (event: MouseEvent) => {
    const isOnTile = imageIdOf(event.target) !== null;
    if (event.shiftKey && isOnTile && store.selection().ids.size > 0) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = readShortcut(event, "grid");
    const { target } = event;
    const isInMenu = target instanceof Element && target.closest("[popover]") !== null;
    if (action === null || isInMenu) return;
    const id = imageIdOf(target);
    if (action === "selectAll") change((selection) => selectedAlso(selection, order()));
    else if (action === "select" && id !== null) change((selection) => toggled(selection, id));
    else if (action === "selectRange" && id !== null) rangeTo(id);
    else if (onShortcut?.(action, id) !== true) return;
    event.preventDefault();
  };
  list.addEventListener(
    "focusin",
    ({ target }) => {
      const id = imageIdOf(target);
      if (id !== null) onFocus?.(id);
    },
    { signal },
  );
  list.addEventListener("click", onClick, { signal });
  list.addEventListener("mousedown", onMouseDown, { signal });
  document.addEventListener("keydown", onKeyDown, { signal });
  watchLongPress(list, {
    onPress: (target) => {
      const id = imageIdOf(target);
      if (id !== null) change((selection) => toggled(selection, id));
      return id !== null;
    },
    signal,
  });
  watchRubberBand(list, { store, bandClass, signal });
}

/** Returns the id of the image whose picture's link is, or contains, the target; null otherwise. */
export function pictureIdOf(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  return imageIdOf(target.closest("[data-image-id] > a:first-child"));
}

/** Returns the id of the image in whose tile an event happened; null outside the tiles. */
export function imageIdOf(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  return target.closest<HTMLElement>("[data-image-id]")?.dataset.imageId ?? null;
}

/** Whether Ctrl, ⌘ or Alt is held, with which a click opens a link elsewhere or saves it. */
function hasOtherModifier({ ctrlKey, metaKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || altKey;
}
