"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import {
  type ActionPage,
  type ImageAction,
  offeredActions,
} from "@/components/image-dialogs/image-actions";
import { announce } from "@/components/ui/announcer";
import button from "@/components/ui/button.module.css";
import { IconButton } from "@/components/ui/icon-button";
import menu from "@/components/ui/menu.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import { menuItemsOf, moveInMenu } from "@/lib/client/menu-keys";
import { useIsCovered } from "@/lib/client/revealed-pictures";
import type { PickedImage } from "@/lib/contract/picked-image";
import { areAllSelected, type Selection } from "@/lib/core/image/selection";
import { selectionMessages as messages } from "@/lib/messages/compiled/selection";
import styles from "./selection-bar.module.css";

type SelectionBarProps<I extends PickedImage> = {
  selection: Selection;
  selected: readonly I[];
  /** Whether the selection survives leaving the page. */
  isKept: boolean;
  /** The images that "select all" selects. */
  shown: readonly { id: string }[];
  actions: readonly ImageAction<I>[];
  page: ActionPage;
  onSelectAll: () => void;
  onInvert: () => void;
  onClear: () => void;
};

/** How many of the last selected images the stack shows; more would be too small to recognise. */
const STACK_MAX = 3;

/** The number of selected images and the actions on them, at the bottom of the window. */
export function SelectionBar<I extends PickedImage>(props: SelectionBarProps<I>) {
  const { selection, selected, shown, actions, page, onSelectAll, onInvert, onClear } = props;
  const { isKept } = props;
  const more = useRef<HTMLDivElement>(null);
  const count = selected.length;
  const isNarrow = useSyncExternalStore(
    onResize,
    () => matchMedia("(max-width: 43rem)").matches,
    () => false,
  );

  const isCovered = useIsCovered();
  const uncovered = selected.filter((image) => !isCovered(image));

  useAnnouncedCount(selection.ids.size);

  if (count === 0) return null;

  const shownIds = shown.map(({ id }) => id);
  const elsewhere = count - shownIds.filter((id) => selection.ids.has(id)).length;
  const offered = offeredActions(actions, "bar", selected, page);
  const isInMenu = ({ bar }: (typeof offered)[number]) =>
    bar === "menu" || (isNarrow && (bar === "narrow" || bar === "icon"));
  const inBar = offered.filter((action) => !isInMenu(action));
  const all = { name: "all", label: messages("all", { count: shownIds.length }), run: onSelectAll };
  const items = [
    ...offered.filter(isInMenu),
    ...(areAllSelected(selection, shownIds) ? [] : [all]),
    { name: "invert", label: messages("invert"), run: onInvert },
  ];
  return (
    <section className={styles.bar} aria-label={messages("title")}>
      <p className={styles.count}>
        <span className={styles.stack} aria-hidden="true">
          {uncovered.slice(-STACK_MAX).map((image) => (
            <StackPicture key={image.id} image={image} />
          ))}
        </span>
        <span>
          <span>{messages("count", { count })}</span>
          {!isKept && <span className={styles.elsewhere}>{messages("notKept")}</span>}
          {elsewhere > 0 && (
            <span className={styles.elsewhere}>{messages("elsewhere", { count: elsewhere })}</span>
          )}
        </span>
      </p>
      {inBar.map(({ name, icon, label, shortLabel, bar, run }) => (
        <button
          key={name}
          type="button"
          className={bar === "icon" ? button.icon : bar === "main" ? button.main : button.bare}
          aria-label={label}
          title={label}
          onClick={run}
        >
          <ToolIcon name={icon} />
          {bar !== "icon" && <span className={styles.long}>{label}</span>}
          <span className={bar === "main" ? styles.short : styles.tiny}>
            {shortLabel?.() ?? label}
          </span>
        </button>
      ))}
      <IconButton
        icon="more"
        label={messages("more")}
        popoverTarget="selection-more"
        aria-haspopup="menu"
      >
        <span className={styles.tiny}>{messages("more.short")}</span>
      </IconButton>
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
        {items.map(({ name, label, run }) => (
          <button
            key={name}
            type="button"
            role="menuitem"
            className={menu.item}
            onClick={() => {
              more.current?.hidePopover();
              run?.();
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <IconButton icon="close" label={messages("clear")} onClick={onClear}>
        <span className={styles.tiny}>{messages("clear.short")}</span>
      </IconButton>
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
