"use client";

import { type ReactNode, useSyncExternalStore } from "react";
import { Dialog } from "@/components/ui/dialog";
import { onSettingChange } from "@/lib/client/saved-setting";
import { hasSingleKeys, setSingleKeys } from "@/lib/client/shortcuts";
import { keyboardMessages } from "@/lib/messages/compiled/keyboard";
import styles from "./key-list.module.css";

/** The dialog of keyboard shortcuts, whose list is `children`; loaded when it is first opened. */
export function KeysDialog({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const isSingleOn = useSyncExternalStore(onSettingChange, hasSingleKeys, () => true);
  return (
    <Dialog
      title={keyboardMessages("title")}
      closeLabel={keyboardMessages("close")}
      closesOnClickBeside
      onClose={onClose}
    >
      {children}
      <label className={styles.single}>
        <input
          type="checkbox"
          checked={isSingleOn}
          onChange={(event) => setSingleKeys(event.target.checked)}
        />
        {keyboardMessages("singleKeys")}
      </label>
    </Dialog>
  );
}
