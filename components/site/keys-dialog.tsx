"use client";

import { type ReactNode, type Ref, useSyncExternalStore } from "react";
import button from "@/components/ui/button.module.css";
import { closeOnClickBeside } from "@/components/ui/close-on-click-beside";
import dialog from "@/components/ui/dialog.module.css";
import { Icon } from "@/components/ui/icon";
import { onSettingChange } from "@/lib/client/saved-setting";
import { hasSingleKeys, setSingleKeys } from "@/lib/client/shortcuts";
import { keyboardMessages } from "@/lib/messages/compiled/keyboard";
import styles from "./key-list.module.css";

type KeysDialogProps = {
  ref: Ref<HTMLDialogElement>;
  /** The list of shortcuts. */
  children: ReactNode;
};

/** The dialog of keyboard shortcuts; loaded when it is first opened. */
export function KeysDialog({ ref, children }: KeysDialogProps) {
  const isSingleOn = useSyncExternalStore(onSettingChange, hasSingleKeys, () => true);
  return (
    <dialog
      ref={ref}
      className={dialog.dialog}
      aria-labelledby="keys-title"
      {...closeOnClickBeside}
    >
      <header className={dialog.head}>
        <h2 id="keys-title" className={dialog.title}>
          {keyboardMessages("title")}
        </h2>
        <form method="dialog">
          <button type="submit" className={button.icon} aria-label={keyboardMessages("close")}>
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
        {keyboardMessages("singleKeys")}
      </label>
    </dialog>
  );
}
