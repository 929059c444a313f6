"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import menu from "@/components/ui/menu.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import { menuItemsOf, moveInMenu } from "@/lib/client/menu-keys";
import type { PickedImage } from "@/lib/contract/picked-image";
import { areAllSelected, type Selection } from "@/lib/core/image/selection";
import { selectionMessages as messages } from "@/lib/messages/compiled/selection";
import styles from "./selection-bar.module.css";

export type BarAction = {
  name: string;
  icon: Parameters<typeof ToolIcon>[0]["name"];
  label: string;
  /** The label of the main action on a narrow screen, where the others are icons. */
  shortLabel?: string;
  /** The fewest and the most images that it works for; unlimited by default. */
  min?: number;
  max?: number;
  /** When it is in the menu. */
  menu?: "narrow" | "always";
  isIconOnly?: boolean;
  onClick: () => void;
};

type SelectionBarProps = {
  selection: Selection;
  selected: readonly PickedImage[];
  /** The images that "select all" selects. */
  shownIds: readonly string[];
  actions: readonly BarAction[];
  onSelectAll: () => void;
  onInvert: () => void;
  onClear: () => void;
};

/** How many of the last selected images the stack shows; more would be too small to recognise. */
const STACK_MAX = 3;

/** The number of selected images and the actions on them, at the bottom of the window. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, selected, shownIds, actions, onSelectAll, onInvert, onClear } = props;
  const more = useRef<HTMLDivElement>(null);
  const count = selected.length;
  const isNarrow = useSyncExternalStore(
    onResize,
    () => matchMedia("(max-width: 43rem)").matches,
    () => false,
  );

  useAnnouncedCount(selection.ids.size);

  if (count === 0) return null;

  const elsewhere = count - shownIds.filter((id) => selection.ids.has(id)).length;
  const close = () => more.current?.hidePopover();
  const offered = actions.filter(
    ({ min = 1, max = Number.POSITIVE_INFINITY }) => count >= min && count <= max,
  );
  const inMenu = offered.filter(({ menu }) => menu === "always" || (menu && isNarrow));
  const inBar = offered.filter((action) => !inMenu.includes(action));
  return (
    <section className={styles.bar} aria-label={messages("title")}>
      <p className={styles.count}>
        <span className={styles.stack} aria-hidden="true">
          {selected.slice(-STACK_MAX).map((image) => (
            <StackPicture key={image.id} image={image} />
          ))}
        </span>
        <span>
          <span>{messages("count", { count })}</span>
          {elsewhere > 0 && (
            <span className={styles.elsewhere}>{messages("elsewhere", { count: elsewhere })}</span>
          )}
        </span>
      </p>
      {inBar.map(({ name, icon, label, shortLabel, isIconOnly = false, onClick }) => (
        <button
          key={name}
          type="button"
          className={
            isIconOnly ? button.icon : shortLabel === undefined ? button.bare : button.main
          }
          aria-label={label}
          title={label}
          onClick={onClick}
        >
          <ToolIcon name={icon} />
          {!isIconOnly && <span className={styles.long}>{label}</span>}
          {shortLabel !== undefined && <span className={styles.short}>{shortLabel}</span>}
        </button>
      ))}
      <button
        type="button"
        className={button.icon}
        popoverTarget="selection-more"
        aria-haspopup="menu"
        aria-label={messages("more")}
        title={messages("more")}
      >
        <ToolIcon name="more" />
      </button>
      <div
        ref={more}
        id="selection-more"
        popover="auto"
        role="menu"
        aria-label={messages("more")}
        className={`${menu.panel} ${styles.menu}`}
        onToggle={({ newState }) => {
          if (newState === "open") menuItemsOf(more.current)[0]?.focus();
        }}
        onKeyDown={moveInMenu}
      >
        {inMenu.map(({ name, label, onClick }) => (
          <MenuItem
            key={name}
            label={label}
            onClick={() => {
              close();
              onClick();
            }}
          />
        ))}
        {!areAllSelected(selection, shownIds) && (
          <MenuItem
            label={messages("all", { count: shownIds.length })}
            onClick={() => {
              close();
              onSelectAll();
            }}
          />
        )}
        <MenuItem
          label={messages("invert")}
          onClick={() => {
            close();
            onInvert();
          }}
        />
      </div>
      <button
        type="button"
        className={button.icon}
        aria-label={messages("clear")}
        title={messages("clear")}
        onClick={onClear}
      >
        <ToolIcon name="close" />
      </button>
    </section>
  );
}

function useAnnouncedCount(count: number): void {
  const before = useRef(count);
  useEffect(() => {
    if (before.current === count) return;
    before.current = count;
    announce(count === 0 ? messages("cleared") : messages("count", { count }));
  }, [count]);
}

function MenuItem({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" role="menuitem" className={menu.item} onClick={onClick}>
      {label}
    </button>
  );
}

function onResize(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}

function StackPicture({ image: { thumbnails, fallbackUrl } }: { image: PickedImage }) {
  const url = thumbnails === null ? fallbackUrl : `${thumbnails.path}${thumbnails.widthsPx[0]}`;
  if (url === null) return null;
  // biome-ignore lint/performance/noImgElement: Next's optimiser is switched off
  return <img src={url} referrerPolicy="no-referrer" alt="" />;
}
