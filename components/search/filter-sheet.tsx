"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { activeFiltersMessages } from "@/lib/messages/compiled/active-filters";
import { numberText } from "@/lib/messages/locale";
import styles from "./search-form.module.css";

type FilterSheetProps = { activeCount: number; children: ReactNode };

/**
 * The filters: a row on wide screens; on narrow ones a bottom sheet behind a button with the number
 * of active filters. A `<details>` element, so that it opens without scripts.
 */
export function FilterSheet({ activeCount, children }: FilterSheetProps) {
  const sheet = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  // The visitor may have opened it before hydration.
  useEffect(() => setIsOpen(sheet.current?.open ?? false), []);
  useEffect(() => {
    const details = sheet.current;
    if (!isOpen || details === null) return;
    const close = () => {
      details.open = false;
    };
    const onPointerDown = (event: PointerEvent) => {
      if (!details.contains(event.target as Node)) close();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      close();
      details.querySelector("summary")?.focus();
    };
    const form = details.closest("form");
    document.addEventListener("pointerdown", onPointerDown);
    document.addEventListener("keydown", onKeyDown);
    form?.addEventListener("submit", close);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown);
      document.removeEventListener("keydown", onKeyDown);
      form?.removeEventListener("submit", close);
    };
  }, [isOpen]);

  return (
    <details
      ref={sheet}
      className={styles.sheet}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <Icon name="sliders" isSmall />
        {activeFiltersMessages("filters")}
        {activeCount > 0 && <b className={styles.setCount}>{numberText(activeCount)}</b>}
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would count as a field of the form */}
      <div className={styles.controls} role="group" aria-label={activeFiltersMessages("filters")}>
        {children}
      </div>
    </details>
  );
}
