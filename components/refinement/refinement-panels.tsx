"use client";

import { type CSSProperties, type KeyboardEvent, useMemo, useRef } from "react";
import { Icon } from "@/components/ui/icon";
import type { Image } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { NO_REFINEMENT, type Refinement } from "@/lib/core/refinement";
import { choicesOf, type RefinementChoices } from "@/lib/core/refinement-choices";
import { refinementMessages } from "@/lib/messages/compiled/refinement";
import { numberText } from "@/lib/messages/locale";
import { type MenuItem, menuItems, refinedHref } from "./menu-items";
import { MENU_NAMES, type MenuName, panelId } from "./menu-name";
import styles from "./refinement-panels.module.css";

type RefinementPanelsProps = {
  /** The whole answer. */
  images: readonly Image[];
  query: SearchQuery;
  refinement: Refinement | null;
  go: Go;
};

/** Goes to the URL of a search; `isReplacing` replaces the history entry. */
export type Go = (href: string, options?: { isReplacing?: boolean }) => void;

/** A panel for each menu, with the choices that the answer offers and their counts. */
export function RefinementPanels({ images, query, refinement, go }: RefinementPanelsProps) {
  const now = refinement ?? NO_REFINEMENT;
  const choices = useMemo(() => choicesOf(images, now), [images, now]);
  return MENU_NAMES.map((name) => (
    <Panel key={name} name={name} query={query} refinement={now} choices={choices} go={go} />
  ));
}

type PanelProps = {
  name: MenuName;
  query: SearchQuery;
  refinement: Refinement;
  choices: RefinementChoices;
  go: Go;
};

function Panel({ name, query, refinement, choices, go }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  /** All choices while the panel is open are one history entry. */
  const hasChosen = useRef(false);
  // Several hosts can be chosen, so their menu stays open.
  const isMany = name === "host";

  const choose = (item: MenuItem) => {
    if (!isMany) panel.current?.hidePopover();
    if (item.isChosen && !isMany) return;
    go(refinedHref(query, item.refinement), { isReplacing: hasChosen.current });
    hasChosen.current = true;
  };

  return (
    <div
      ref={panel}
      id={panelId(name)}
      popover="auto"
      role="menu"
      aria-label={refinementMessages(name === "host" && choices.areFolders ? "folder" : name)}
      className={styles.panel}
      onToggle={({ newState }) => {
        hasChosen.current = false;
        if (newState === "open") focusChosen(panel.current);
      }}
      onKeyDown={moveByKey}
    >
      {menuItems(name, refinement, choices).map((item, i) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles below have it
        <a
          key={item.label}
          className={styles.item}
          href={refinedHref(query, item.refinement)}
          role={isMany && i > 0 ? "menuitemcheckbox" : "menuitemradio"}
          aria-checked={item.isChosen}
          tabIndex={-1}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            choose(item);
          }}
        >
          <span className={styles.mark}>{item.isChosen && <Icon name="check" isSmall />}</span>
          {item.swatch !== undefined && (
            <span
              className={styles.swatch}
              style={{ "--swatch": item.swatch } as CSSProperties}
              aria-hidden="true"
            />
          )}
          <span className={styles.label} dir="auto">
            {item.label}
          </span>{" "}
          {item.count !== null && <span className={styles.count}>{numberText(item.count)}</span>}
        </a>
      ))}
    </div>
  );
}

function focusItem(items: readonly HTMLElement[], at: number): void {
  items.at(at)?.focus();
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>("a") ?? [])];
}

function focusChosen(menu: HTMLElement | null): void {
  const items = itemsOf(menu);
  const chosen = items.findIndex((item) => item.getAttribute("aria-checked") === "true");
  focusItem(items, Math.max(0, chosen));
}

function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: menu } = event;
  const items = itemsOf(menu);
  const now = items.indexOf(document.activeElement as HTMLElement);
  if (key === "Tab") {
    menu.hidePopover();
    return;
  }
  if (key === "ArrowDown") focusItem(items, (now + 1) % items.length);
  else if (key === "ArrowUp") focusItem(items, now - 1);
  else if (key === "Home") focusItem(items, 0);
  else if (key === "End") focusItem(items, -1);
  else if (key === " ") items[now]?.click();
  else return;
  event.preventDefault();
}
