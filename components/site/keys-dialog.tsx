"use client";

import { type ReactNode, type Ref, useSyncExternalStore } from "react";
import button from "@/components/ui/button.module.css";
import { Icon } from "@/components/ui/icon";
import { onKeptChange } from "@/lib/client/kept-setting";
import { hasSingleKeys, setSingleKeys } from "@/lib/client/shortcuts";
import { KEY_WORDS } from "@/lib/core/later-words";
import styles from "./keys-dialog.module.css";

type KeysDialogProps = {
  ref: Ref<HTMLDialogElement>;
  /** The list of keys. */
  children: ReactNode;
};

/** The sheet of keys itself; loaded when it is first opened. */
export function KeysDialog({ ref, children }: KeysDialogProps) {
  const isSingleOn = useSyncExternalStore(onKeptChange, hasSingleKeys, () => true);
  return (
    <dialog ref={ref} className={styles.sheet} aria-labelledby="keys-title" closedby="any">
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
  );
}
