import type { KeyboardEvent } from "react";

/** Returns the items of the menu that an element is or contains. */
export function menuItemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
}

/** Moves the focus between the items of a menu that is, or is inside, a popover. Tab closes it. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: menu } = event;
  const items = menuItemsOf(menu);
  const now = items.indexOf(document.activeElement as HTMLElement);
  if (key === "Tab") {
    menu.closest<HTMLElement>("[popover]")?.hidePopover();
    return;
  }
  if (key === "ArrowDown") items[(now + 1) % items.length]?.focus();
  else if (key === "ArrowUp") items.at(now - 1)?.focus();
  else if (key === "Home") items[0]?.focus();
  else if (key === "End") items.at(-1)?.focus();
  else if (key === " ") items[now]?.click();
  else return;
  event.preventDefault();
}
