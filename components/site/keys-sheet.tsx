"use client";

import { type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { onKeptChange } from "@/lib/client/kept-setting";
import { hasSingleKeys, readShortcut, setSingleKeys } from "@/lib/client/shortcuts";
import { KEY_WORDS } from "@/lib/core/words";
import styles from "./keys-sheet.module.css";
import footer from "./site-footer.module.css";

type KeysSheetProps = {
  icon: ReactNode;
  /** The list of keys. */
  children: ReactNode;
};

/** The sheet of keys, and the place where the keys of the whole page are heard. */
export function KeysSheet({ icon, children }: KeysSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const isSingleOn = useSyncExternalStore(onKeptChange, hasSingleKeys, () => true);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = readShortcut(event);
      if (shortcut === "help") sheet.current?.showModal();
      else if (shortcut !== "search" || !goToSearchField()) return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);

  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: without scripts it leads to the same list on a page */}
      <a
        className={footer.item}
        href="/about#keys"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          sheet.current?.showModal();
        }}
      >
        {icon}
        {KEY_WORDS.title}
      </a>
      <dialog ref={sheet} className={styles.sheet} aria-labelledby="keys-title" closedby="any">
        <header className={styles.head}>
          <h2 id="keys-title" className={styles.title}>
            {KEY_WORDS.title}
          </h2>
          <form method="dialog">
            <button type="submit" className={button.icon} aria-label={KEY_WORDS.close}>
              <Icon name="close" />
            </button>
          </form>
        </header>
        {children}
        <label className={styles.single}>
          <input
            type="checkbox"
            checked={isSingleOn}
            onChange={(event) => setSingleKeys(event.target.checked)}
          />
          {KEY_WORDS.single}
        </label>
      </dialog>
    </>
  );
}

function goToSearchField(): boolean {
  const field = document.querySelector<HTMLInputElement>("input[type=search]");
  field?.focus();
  field?.select();
  return field !== null;
}
