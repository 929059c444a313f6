"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "@/components/ui/icon";
import type { Image } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { NARROW_WORDS } from "@/lib/core/words";
import { MENU_NAMES, type MenuName, panelId } from "./menu-name";
import type { RefinedAnswer } from "./refined-answer";
import styles from "./refinement-row.module.css";
import { loadRefining } from "./use-refined-answer";

type Panels = typeof import("./refinement-panels").RefinementPanels;

type RefinementRowProps = {
  /** The whole answer. */
  images: readonly Image[];
  query: SearchQuery;
  /** The part of it that is shown; null: all. */
  refined: RefinedAnswer | null;
  /** What stands here where no scripts run. */
  plainForm?: ReactNode;
};

/**
 * What acts on the answer that is there and costs nothing: words, where what costs is a box. What
 * can be chosen is counted and drawn by parts that load when somebody comes near.
 */
export function RefinementRow({ images, query, refined, plainForm }: RefinementRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const [Panels, setPanels] = useState<Panels | null>(null);
  // Opened before there was a panel to open.
  const wanted = useRef<MenuName | null>(null);

  const load = () => {
    if (Panels !== null) return;
    Promise.all([import("./refinement-panels"), loadRefining()]).then(
      ([{ RefinementPanels }]) => setPanels(() => RefinementPanels),
      () => {
        wanted.current = null;
      },
    );
  };
  const trigger = (name: MenuName) =>
    row.current?.querySelector<HTMLElement>(`[popovertarget="${panelId(name)}"]`);
  // Pressed before the page was alive; what is only pressed down yet will be a click.
  useEffect(() => {
    const pressed = row.current?.querySelector("button:focus:not(:focus-visible, :active)");
    (pressed as HTMLElement | null | undefined)?.click();
  }, []);
  useEffect(() => {
    if (Panels === null || wanted.current === null) return;
    trigger(wanted.current)?.click();
    wanted.current = null;
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent
    <div
      ref={row}
      className={styles.row}
      role="group"
      aria-label={NARROW_WORDS.label}
      onPointerEnter={load}
      onFocus={load}
    >
      <p className={styles.lead}>
        {NARROW_WORDS.lead}
        <span className={styles.these}>{NARROW_WORDS.these(images.length)}</span>
        {NARROW_WORDS.free}
      </p>
      <div className={styles.menus}>
        {MENU_NAMES.map((name) => {
          const chosen = refined?.labels[name] ?? null;
          const menu = name === "sort" ? NARROW_WORDS.order : NARROW_WORDS.menu[name];
          return (
            <button
              key={name}
              type="button"
              className={styles.menu}
              data-set={chosen === null ? undefined : ""}
              popoverTarget={panelId(name)}
              aria-haspopup="menu"
              aria-label={chosen === null ? undefined : NARROW_WORDS.set(menu, chosen)}
              onClick={(event) => {
                if (Panels !== null) return;
                // The panel may come while this very click goes on: it would be opened below, and
                // closed again by the browser.
                event.preventDefault();
                wanted.current = name;
                load();
              }}
              onKeyDown={openByArrow}
            >
              <span dir="auto">{chosen ?? NARROW_WORDS.menu[name]}</span>
              <Icon name="chevron" isSmall />
            </button>
          );
        })}
      </div>
      {plainForm}
      {refined !== null && (
        <refined.Count
          shownCount={refined.images.length}
          allCount={images.length}
          query={query}
          onReset={() => trigger("orientation")?.focus({ preventScroll: true })}
        />
      )}
      {Panels !== null && (
        <Panels images={images} query={query} refinement={refined?.refinement ?? null} />
      )}
    </div>
  );
}

function openByArrow(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== "ArrowDown") return;
  event.preventDefault();
  event.currentTarget.click();
}
