"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { SEARCH_WORDS } from "@/lib/core/words";
import styles from "./search-form.module.css";

type FilterSheetProps = { setCount: number; children: ReactNode };

/**
 * The filters: a row on wide screens; on narrow ones a sheet from the bottom, behind a button that
 * says how many are set. A disclosure of the browser's own, so that it opens without scripts.
 */
export function FilterSheet({ setCount, children }: FilterSheetProps) {
  const sheet = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  // It opens before there is a script to hear of it.
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
        {SEARCH_WORDS.filters}
        {setCount > 0 && <b className={styles.setCount}>{setCount}</b>}
      </summary>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would count as a field of the form */}
      <div className={styles.controls} role="group" aria-label={SEARCH_WORDS.filtersLabel}>
        {children}
      </div>
    </details>
  );
}
