"use client";

import { useCallback, useState } from "react";
import { announce } from "@/components/ui/announcer";
import { collectionsMessages as messages } from "@/lib/messages/compiled/collections";
import styles from "./collection-page.module.css";

/** Undoes what was just done. Returns whether it could. */
type Undo = () => Promise<boolean>;

/** What was just done, and how to undo it; null if it cannot be undone. */
type Done = { text: string; undo: Undo | null };

/** The last thing that was done on a page. `tell` shows and announces the next one. */
export function useUndoToast() {
  const [done, setDone] = useState<Done | null>(null);
  const tell = useCallback((text: string, undo: Undo | null) => {
    setDone({ text, undo });
    announce(text);
  }, []);
  return { done, setDone, tell };
}

/** Says what was just done. It stays until its button is pressed, which undoes that, or closes it. */
export function UndoToast({ done, setDone }: Omit<ReturnType<typeof useUndoToast>, "tell">) {
  if (done === null) return null;
  return (
    <div className={styles.toast}>
      <span dir="auto">{done.text}</span>
      <button
        type="button"
        onClick={async () => {
          setDone(null);
          if (done.undo === null) return;
          if (await done.undo()) announce(messages("undone"));
          // The page says why. What was deleted is nowhere else, so the editor can try again.
          else setDone((later) => later ?? done);
        }}
      >
        {messages(done.undo === null ? "close" : "undo")}
      </button>
    </div>
  );
}
