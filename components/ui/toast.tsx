"use client";

import { useEffect, useRef } from "react";
import styles from "./toast.module.css";

/** How long a toast is shown. */
const TOAST_MS = 3000;

/**
 * The result of a key press, shown for three seconds, after which `onEnd` is called. Use a new key
 * for each text. Screen readers do not read it: the caller announces the text.
 */
export function Toast({ text, onEnd }: { text: string; onEnd: () => void }) {
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    const timer = setTimeout(() => end.current(), TOAST_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className={styles.toast} aria-hidden="true">
      {text}
    </p>
  );
}
