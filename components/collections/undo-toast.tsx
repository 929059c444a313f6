"use client";

import { useCallback, useState } from "react";
import { announce } from "@/components/ui/announcer";
import primitives from "@/components/ui/primitives.module.css";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import styles from "./collection-page.module.css";

/** Undoes the last action. Returns whether that worked. */
type Undo = () => Promise<boolean>;

/** The text of the last action, and how to undo it; null if it cannot be undone. */
type Done = { text: string; undo: Undo | null };

/** The last action on a page. `tell` shows and announces a new one. */
export function useUndoToast() {
  const [done, setDone] = useState<Done | null>(null);
  const tell = useCallback((text: string, undo: Undo | null) => {
    setDone({ text, undo });
    announce(text);
  }, []);
  return { done, setDone, tell };
}

/** Shows the last action until the visitor undoes it or closes the toast. */
export function UndoToast({ done, setDone }: Omit<ReturnType<typeof useUndoToast>, "tell">) {
  if (done === null) return null;
  return (
    <div className={`${primitives.row} ${styles.toast}`}>
      <span className={primitives.clipped} dir="auto">
        {done.text}
      </span>
      <button
        type="button"
        onClick={async () => {
          setDone(null);
          if (done.undo === null) return;
          if (await done.undo()) announce(messages("undone"));
          // The page says why. A deletion has no other copy, so the editor can retry the undo.
          else setDone((later) => later ?? done);
        }}
      >
        {messages(done.undo === null ? "close" : "undo")}
      </button>
    </div>
  );
}
