"use client";

import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { Icon } from "@/components/ui/icon";
import { onIdleOrInteraction } from "@/lib/client/on-idle-or-interaction";
import { showUnloaded } from "@/lib/client/show-unloaded";
import type { Image } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { hasFolders } from "@/lib/core/image/image-place";
import { refinementMessages } from "@/lib/messages/compiled/refinement";
import { MENU_NAMES, type MenuName, panelId } from "./menu-name";
import type { RefinedAnswer } from "./refined-answer";
import styles from "./refinement-row.module.css";
import { loadRefining, resetRefining } from "./use-refined-answer";

type Panels = typeof import("./refinement-panels").RefinementPanels;
type Go = Parameters<Panels>[0]["go"];

type RefinementRowProps = {
  /** The whole answer. */
  images: readonly Image[];
  query: SearchQuery;
  /** What a search costs, as the messages' parameter. */
  cost: "paid" | "free";
  /** The refined answer; null if all images are shown. */
  refined: RefinedAnswer | null;
  /** The form for pages without scripts. */
  plainForm?: ReactNode;
  /** The server-rendered palette of this answer, shown until its code is loaded. */
  plainPalette?: ReactNode;
  go: Go;
  /** Further actions on the images. */
  children?: ReactNode;
};

/**
 * The menus that filter and sort the loaded answer, and the palette. Their code loads on first
 * interaction.
 */
export function RefinementRow(props: RefinementRowProps) {
  const { images, query, cost, refined, plainForm, plainPalette, go, children } = props;
  const row = useRef<HTMLDivElement>(null);
  const areFolders = hasFolders(images);
  const [Panels, setPanels] = useState<Panels | null>(null);
  // The menu that was opened before its panel was loaded.
  const wanted = useRef<MenuName | null>(null);

  const load = useCallback(async () => {
    const [panels, refining] = await Promise.all([
      import("./refinement-panels").catch(() => null),
      loadRefining(),
    ]);
    if (panels !== null && refining !== null) return setPanels(() => panels.RefinementPanels);
    resetRefining();
    const button = wanted.current && triggerOf(wanted.current, row.current);
    if (button) showUnloaded(button);
    wanted.current = null;
  }, []);
  useEffect(() => onIdleOrInteraction(load), [load]);
  useEffect(() => {
    if (Panels === null || wanted.current === null) return;
    triggerOf(wanted.current, row.current)?.click();
    wanted.current = null;
  });

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent
    <div ref={row} role="group" aria-label={refinementMessages("lead", { cost })}>
      <div className={styles.row}>
        <p className={styles.lead}>{refinementMessages("lead", { cost })}</p>
        <div className={styles.menus}>
          {MENU_NAMES.map((name) => {
            const chosen = refined?.labels[name] ?? null;
            const title = refinementMessages(name === "host" && areFolders ? "folder" : name);
            const menu = name === "sort" ? refinementMessages("order") : title;
            return (
              <button
                key={name}
                type="button"
                className={styles.menu}
                data-set={chosen === null ? undefined : ""}
                popoverTarget={panelId(name)}
                aria-haspopup="menu"
                aria-label={
                  chosen === null
                    ? undefined
                    : refinementMessages("chosen", { menu, choice: chosen })
                }
                onClick={(event) => {
                  if (Panels !== null) return;
                  // The panel may load during this click. The effect above opens it, and the
                  // default action would close it again.
                  event.preventDefault();
                  wanted.current = name;
                  load();
                }}
                onKeyDown={openByArrow}
              >
                <span dir="auto">{chosen ?? title}</span>
                <Icon name="chevron" isSmall />
              </button>
            );
          })}
        </div>
        {plainForm}
        {children}
        {refined !== null && (
          <refined.Count
            shownCount={refined.images.length}
            allCount={images.length}
            query={query}
            onReset={() => triggerOf("orientation", row.current)?.focus({ preventScroll: true })}
          />
        )}
      </div>
      <div className={styles.palette}>
        {Panels === null ? (
          plainPalette
        ) : (
          <Panels images={images} query={query} refined={refined} go={go} />
        )}
      </div>
    </div>
  );
}

function triggerOf(name: MenuName, row: HTMLElement | null) {
  return row?.querySelector<HTMLElement>(`[popovertarget="${panelId(name)}"]`);
}

function openByArrow(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== "ArrowDown") return;
  event.preventDefault();
  event.currentTarget.click();
}
