"use client";

import {
  type CSSProperties,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { choicesOf, type RefinementChoices } from "@/components/refinement/refinement-choices";
import { announce } from "@/components/ui/announcer";
import menu from "@/components/ui/menu.module.css";
import { ToolIcon } from "@/components/ui/tool-icon";
import {
  measureAccents,
  measuredCount,
  onMeasured,
  withMeasuredAccents,
} from "@/lib/client/measured-accents";
import { menuItemsOf, moveInMenu } from "@/lib/client/menu-keys";
import { isPlainClick } from "@/lib/client/modifiers";
import { useMayLoadThumbnails } from "@/lib/client/picture-settings";
import type { Image } from "@/lib/contract/search-answer";
import type { SearchQuery } from "@/lib/contract/search-query";
import { NO_REFINEMENT, type Refinement } from "@/lib/core/refinement/refinement";
import { refinementMessages } from "@/lib/messages/compiled/refinement";
import { refinementChoicesMessages as messages } from "@/lib/messages/compiled/refinement-choices";
import { numberText } from "@/lib/messages/number-text";
import { type Go, type MenuItem, menuItems, refinedHref } from "./menu-items";
import { MENU_NAMES, type MenuName, panelId } from "./menu-name";
import { Palette } from "./palette";
import type { RefinedAnswer } from "./refined-answer";
import styles from "./refinement-panels.module.css";

type RefinementPanelsProps = {
  /** The whole answer. */
  images: readonly Image[];
  query: SearchQuery;
  /** Null if all images are shown. */
  refined: RefinedAnswer | null;
  go: Go;
};

/**
 * The palette, and a panel for each menu, with the choices that the answer offers and their counts.
 */
export function RefinementPanels({ images, query, refined, go }: RefinementPanelsProps) {
  const now = refined?.refinement ?? NO_REFINEMENT;
  useAnnouncedRefinement(images, refined);
  const count = useSyncExternalStore(onMeasured, measuredCount);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured accents change the result
  const known = useMemo(() => withMeasuredAccents(images), [images, count]);
  const mayLoad = useMayLoadThumbnails();
  const measure = useCallback(
    (isLoading: boolean) => void measureAccents(images, { isLoading: isLoading && mayLoad }),
    [images, mayLoad],
  );
  const hasColour = now.colours.length > 0;
  const palette = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pointer or the focus may have been there since the answer before.
    const isAtPalette = palette.current?.matches(":hover, :focus-within") === true;
    measure(hasColour || isAtPalette);
  }, [measure, hasColour]);
  const choices = useMemo(() => choicesOf(known, now), [known, now]);
  return (
    <>
      <Palette
        ref={palette}
        ranges={choices.colour}
        query={query}
        refinement={now}
        go={go}
        onApproach={() => measure(true)}
      />
      {MENU_NAMES.map((name) => (
        <Panel
          key={name}
          name={name}
          query={query}
          refinement={now}
          choices={choices}
          go={go}
          onOpen={name === "colour" ? () => measure(true) : undefined}
        />
      ))}
    </>
  );
}

/** Announces a changed refinement of the same answer. */
function useAnnouncedRefinement(images: readonly Image[], refined: RefinedAnswer | null): void {
  const before = useRef({ images, refined });
  useEffect(() => {
    const isSame = before.current.images === images;
    const hasChanged = before.current.refined !== refined;
    before.current = { images, refined };
    if (!isSame || !hasChanged) return;
    const total = images.length;
    announce(messages("announced", { shown: refined?.images.length ?? total, total }));
  }, [images, refined]);
}

type PanelProps = {
  name: MenuName;
  query: SearchQuery;
  refinement: Refinement;
  choices: RefinementChoices;
  go: Go;
  onOpen?: (() => void) | undefined;
};

function Panel({ name, query, refinement, choices, go, onOpen }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  /** All choices made while the panel is open share one history entry. */
  const hasChosen = useRef(false);
  // The menu stays open, because several hosts can be chosen.
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
      className={menu.panel}
      onToggle={({ newState }) => {
        hasChosen.current = false;
        if (newState !== "open") return;
        focusChosen(panel.current);
        onOpen?.();
      }}
      onKeyDown={moveInMenu}
    >
      {menuItems(name, refinement, choices).map((item, i) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles below have it
        <a
          key={item.label}
          className={menu.item}
          href={refinedHref(query, item.refinement)}
          role={isMany && i > 0 ? "menuitemcheckbox" : "menuitemradio"}
          aria-checked={item.isChosen}
          tabIndex={-1}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            choose(item);
          }}
        >
          <span className={styles.mark}>{item.isChosen && <ToolIcon name="check" isSmall />}</span>
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

function focusChosen(panel: HTMLElement | null): void {
  const items = menuItemsOf(panel);
  const chosen = items.find((item) => item.getAttribute("aria-checked") === "true");
  (chosen ?? items[0])?.focus();
}
