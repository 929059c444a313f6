import type { FocusEvent, KeyboardEvent, SyntheticEvent } from "react";
import { resultsMessages } from "@/lib/messages/compiled/results";
import styles from "./image-grid.module.css";

/** The attributes and handlers of the list element. */
export const listProps = () => ({
  className: styles.grid,
  "aria-label": resultsMessages("images"),
  onKeyDown,
  onFocus,
  onPointerOver: lightUp,
  onPointerLeave: goDark,
  onBlur: goDark,
});

let arrows: typeof import("@/lib/client/tile-arrows") | undefined;

/** Loads when the first image has the focus; arrow keys do nothing before that. */
async function loadArrows(): Promise<typeof arrows> {
  arrows ??= await import("@/lib/client/tile-arrows").catch(() => undefined);
  return arrows;
}

function onKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
  const { key, currentTarget: list } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!key.startsWith("Arrow")) return;
  if (arrows === undefined) void loadArrows().then((loaded) => loaded?.moveByArrow(list, key));
  if (arrows === undefined || arrows.moveByArrow(list, key)) event.preventDefault();
}

function onFocus(event: FocusEvent<HTMLUListElement>): void {
  lightUp(event);
  void loadArrows();
}

/** The page's accent colour follows the hovered or focused image. */
function lightUp({ target }: SyntheticEvent): void {
  const tile = (target as Element).closest<HTMLElement>("[data-image-id]");
  const colour = tile?.style.getPropertyValue("--picture");
  if (!colour) goDark();
  else {
    document.documentElement.style.setProperty("--picture", colour);
    document.documentElement.dataset.lit = "";
  }
}

function goDark(): void {
  delete document.documentElement.dataset.lit;
}
