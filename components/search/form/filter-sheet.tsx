"use client";

import { type ReactNode, useEffect, useRef } from "react";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { activeFiltersMessages } from "@/lib/messages/compiled/active-filters";
import { numberText } from "@/lib/messages/number-text";
import styles from "./filter-sheet.module.css";

const ID = "filters";

type FilterSheetProps = { activeCount: number; children: ReactNode };

/**
 * The filters: a row on wide screens; on narrow screens a bottom sheet, opened by a button with the
 * number of active filters. A popover, so that it works without scripts and returns the focus.
 */
export function FilterSheet({ activeCount, children }: FilterSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const title = activeFiltersMessages("filters");

  useEffect(() => {
    const { current } = sheet;
    const form = current?.closest("form");
    const close = () => current?.hidePopover();
    form?.addEventListener("submit", close);
    return () => form?.removeEventListener("submit", close);
  }, []);

  return (
    <>
      <button type="button" className={styles.open} popoverTarget={ID} aria-label={title}>
        <Icon name="sliders" isSmall />
        {activeCount > 0 && <b className={styles.count}>{numberText(activeCount)}</b>}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would count as a field of the form */}
      <div
        ref={sheet}
        id={ID}
        popover="auto"
        className={styles.controls}
        role="group"
        aria-label={title}
      >
        <div className={styles.head}>
          <h2>{title}</h2>
          <button
            type="button"
            className={button.icon}
            popoverTarget={ID}
            popoverTargetAction="hide"
            aria-label={activeFiltersMessages("close")}
          >
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </>
  );
}

/** Opens the sheet of filters, if the screen is narrow. */
export function openFilters(): void {
  const sheet = document.getElementById(ID);
  if (sheet !== null && getComputedStyle(sheet).display === "none") sheet.showPopover();
}
