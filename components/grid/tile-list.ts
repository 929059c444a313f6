import type { FocusEvent, KeyboardEvent, SyntheticEvent } from "react";
import { resultsMessages } from "@/lib/messages/compiled/results";
import styles from "./image-grid.module.css";

/** The attributes and handlers of the list element. */
export const listProps = () => ({
  id: "results",
  className: styles.grid,
  "aria-label": resultsMessages("images"),
  onKeyDown,
  onFocus,
  onPointerOver: lightUp,
  onPointerLeave: goDark,
  onBlur: goDark,
});

let keys: typeof import("@/lib/client/tile-keys") | undefined;

/** Loads when a tile first has the focus. */
async function loadKeys(list: HTMLElement): Promise<void> {
  keys ??= await import("@/lib/client/tile-keys").catch(() => undefined);
  keys?.keepOneTabStop(list);
}

function onKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
  const { key, currentTarget: list } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!/^(Arrow|Page|Home|End)/.test(key)) return;
  if (keys === undefined) void loadKeys(list).then(() => keys?.moveByKey(list, key));
  if (keys === undefined || keys.moveByKey(list, key)) event.preventDefault();
}

function onFocus(event: FocusEvent<HTMLUListElement>): void {
  lightUp(event);
  void loadKeys(event.currentTarget);
}

/** The page's accent colour follows the hovered or focused image. */
function lightUp({ target }: SyntheticEvent): void {
  const tile = (target as Element).closest<HTMLElement>("[data-image-id]");
  const colour = tile?.style.getPropertyValue("--picture");
  if (!colour) goDark();
  else {
    clearTimeout(darkening);
    document.documentElement.style.setProperty("--picture", colour);
    document.documentElement.dataset.lit = "";
  }
}

let darkening: ReturnType<typeof setTimeout> | undefined;

/**
 * Later: it changes the style of every element, which would delay the frame that opens the lightbox, and
 * the next image may light up.
 */
function goDark(): void {
  clearTimeout(darkening);
  darkening = setTimeout(() => delete document.documentElement.dataset.lit, DARKENING_MS);
}

const DARKENING_MS = 150;
