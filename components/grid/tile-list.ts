import type { KeyboardEvent, SyntheticEvent } from "react";
import { hasModifier } from "@/lib/client/modifiers";
import { resultsMessages } from "@/lib/messages/compiled/results";
import styles from "./image-grid.module.css";

/** The attributes and handlers of the list element. */
export const listProps = () => ({
  id: "results",
  className: styles.grid,
  "aria-label": resultsMessages("images"),
  onKeyDown,
  onFocus: onPoint,
  onPointerOver: onPoint,
  onPointerLeave: () => events?.goDark(),
  onBlur: () => events?.goDark(),
});

let events: typeof import("@/lib/client/tile-events") | undefined;

/** Loads when the pointer or the focus first comes to a tile. */
async function load(list: HTMLElement): Promise<void> {
  events ??= await import("@/lib/client/tile-events").catch(() => undefined);
  events?.keepOneTabStop(list);
}

function onKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
  const { key, currentTarget: list } = event;
  if (hasModifier(event)) return;
  if (!/^(Arrow|Page|Home|End)/.test(key)) return;
  if (events === undefined) void load(list).then(() => events?.moveByKey(list, key));
  if (events === undefined || events.moveByKey(list, key)) event.preventDefault();
}

function onPoint({ target, currentTarget: list }: SyntheticEvent<HTMLElement>): void {
  void load(list).then(() => events?.lightUp(target as Element));
}
